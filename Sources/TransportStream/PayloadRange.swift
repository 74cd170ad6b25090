public import Evidence

/// Some bytes of an elementary stream, where they lie in a packet of the channel's media.
public struct PayloadRange: Hashable, Sendable {
    /// The packet.
    public var packet: MediaID
    /// The first byte, counted from the first byte of the packet's media.
    public var offset: UInt32
    /// How many bytes.
    public var length: UInt32

    /// States a range.
    public init(packet: MediaID, offset: UInt32, length: UInt32) {
        self.packet = packet
        self.offset = offset
        self.length = length
    }
}
