/// Why a venue file cannot be sent; its description is one sentence that names the key.
public struct VenueLoadFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The key path.
    public var path: String
    /// What stands there, and what is wrong with it.
    public var reason: String

    /// The value at `path` cannot be used for `reason`.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// "channels[0].ts: …".
    public var description: String { "\(path): \(reason)" }
}
