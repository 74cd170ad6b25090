/// What a request wants done (RFC 9110, section 9).
public enum Method: String, Sendable, Hashable {
    /// A representation.
    case get = "GET"
    /// Only what would be said about it.
    case head = "HEAD"
    /// Something processed.
    case post = "POST"
    /// A state put in place of another.
    case put = "PUT"
    /// Something removed.
    case delete = "DELETE"
    /// What may be asked.
    case options = "OPTIONS"
}
