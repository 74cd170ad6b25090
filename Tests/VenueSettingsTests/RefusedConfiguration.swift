import Testing
import VenueSettings

/// A configuration's text and the error it must give.
struct RefusedConfiguration: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var error: ConfigurationError

    init(_ name: String, _ text: String, _ error: ConfigurationError) {
        testDescription = name
        self.text = text
        self.error = error
    }
}
