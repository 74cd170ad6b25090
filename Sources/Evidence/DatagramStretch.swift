public import Timing

/// Which part of a store is asked for: the datagrams from one to another, and what came shortly before and behind them.
public struct DatagramStretch: Hashable, Sendable {
    /// The first datagram.
    public var first: PacketID
    /// The last datagram.
    public var last: PacketID
    /// How long before the first one others may have come.
    public var before: StreamDuration
    /// How long after the last one others may have come.
    public var after: StreamDuration

    /// The datagrams from `first` to `last`, and those that came up to `before` and `after` of them.
    public init(first: PacketID, last: PacketID, before: StreamDuration, after: StreamDuration) {
        self.first = first
        self.last = last
        self.before = before
        self.after = after
    }
}
