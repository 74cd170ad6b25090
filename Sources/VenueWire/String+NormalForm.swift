import Foundation

extension String {
    /// The text in Unicode's normal form C, in which names are compared and shown.
    package var normalFormC: String {
        // ASCII is in every normal form.
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}
