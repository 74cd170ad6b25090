/// Names a datagram in its channel's `DatagramStore`: its place in the order of arrival, from 0.
public struct PacketID: Hashable, Comparable, Sendable {
    /// The place in the order in which the store took datagrams.
    public var serial: UInt64

    /// The datagram taken as number `serial`.
    public init(serial: UInt64) { self.serial = serial }

    /// Orders by arrival.
    public static func < (left: Self, right: Self) -> Bool { left.serial < right.serial }
}
