import Playback
import Testing
