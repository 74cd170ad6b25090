public import NetworkFormats

/// A UDP flow that is no channel: who sent it, where to, and how much.
public struct OtherFlow: Sendable, Equatable {
    /// The sender's address.
    public var source: IPAddress
    /// Where the datagrams went.
    public var destination: Endpoint
    /// How many datagrams there were.
    public var datagrams: Int
    /// What it was taken for, such as "rtcp", "sap" or "fec"; nil when nothing is known.
    public var content: String?

    /// `datagrams` datagrams from `source` to `destination`.
    public init(source: IPAddress, destination: Endpoint, datagrams: Int, content: String? = nil) {
        self.source = source
        self.destination = destination
        self.datagrams = datagrams
        self.content = content
    }
}
