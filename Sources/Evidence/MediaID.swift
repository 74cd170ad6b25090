/// Names a packet of a channel's media in the order in which it is handed on: rebuilt and in sequence.
public struct MediaID: Hashable, Comparable, Sendable {
    /// The place in that order, from 0; holes have a place as well.
    public var serial: UInt64

    /// The packet handed on as number `serial`.
    public init(serial: UInt64) { self.serial = serial }

    /// Orders by place.
    public static func < (left: Self, right: Self) -> Bool { left.serial < right.serial }
}
