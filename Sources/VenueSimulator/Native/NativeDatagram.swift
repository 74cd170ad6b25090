public import NetworkFormats
public import Timing

/// When, by whom and where to a datagram of a native venue is sent; its bytes are lent beside it.
public struct NativeDatagram: Hashable, Sendable {
    /// When it arrives.
    public var time: StreamTime
    /// Where it comes from, as the specification says.
    public var source: Endpoint
    /// The Streamer that sends it, as an index of the venue's; nil for a stray announcement.
    public var streamer: Int?
    /// The group and port that it goes to.
    public var destination: Endpoint
    /// What it carries.
    public var kind: SentDatagram.Kind
    /// The channel that it belongs to, as an index of the venue's; nil for a stray announcement.
    public var channel: Int?
}
