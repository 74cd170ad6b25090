import Foundation

extension String {
    /// The text in Unicode's normal form C, in which names are compared and shown.
    var normalFormC: String { precomposedStringWithCanonicalMapping }
}
