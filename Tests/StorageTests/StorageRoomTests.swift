import Storage
import Testing
