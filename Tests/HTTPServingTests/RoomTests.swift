import Testing
@testable import HTTPServing
