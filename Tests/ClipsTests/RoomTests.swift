import Testing
@testable import Clips
