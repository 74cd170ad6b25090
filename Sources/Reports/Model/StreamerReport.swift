public import NetworkFormats

/// A Streamer that announced channels.
public struct StreamerReport: Sendable, Equatable {
    /// Where its announcements come from.
    public var address: IPAddress
    /// Its id.
    public var id: String
    /// Its name; empty when it gives none.
    public var name: String
    /// Whether it is among those that are heard.
    public var isAllowed: Bool

    /// The Streamer `id` at `address`.
    public init(address: IPAddress, id: String, name: String, isAllowed: Bool) {
        self.address = address
        self.id = id
        self.name = name
        self.isAllowed = isAllowed
    }
}
