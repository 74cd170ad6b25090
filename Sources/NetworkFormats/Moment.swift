public import Timing

/// An instant of stream time and the last datagram that had arrived by then: the order in which things are told.
public struct Moment: Hashable, Comparable, Sendable {
    /// The instant.
    public var time: StreamTime
    /// The last datagram's ordinal; 0 before the first.
    public var ordinal: UInt64

    /// The moment of `time`, when the datagram `ordinal` was the last.
    public init(time: StreamTime, ordinal: UInt64) {
        self.time = time
        self.ordinal = ordinal
    }

    /// Orders by ordinal, then time.
    public static func < (left: Self, right: Self) -> Bool {
        left.ordinal != right.ordinal ? left.ordinal < right.ordinal : left.time < right.time
    }
}
