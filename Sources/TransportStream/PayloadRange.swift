public import Evidence

/// Some bytes of an elementary stream, where they lie in a stored datagram.
public struct PayloadRange: Hashable, Sendable {
    /// The datagram.
    public var packet: PacketID
    /// The first byte, counted from the datagram's payload.
    public var offset: UInt32
    /// How many bytes.
    public var length: UInt32

    /// States a range.
    public init(packet: PacketID, offset: UInt32, length: UInt32) {
        self.packet = packet
        self.offset = offset
        self.length = length
    }
}
