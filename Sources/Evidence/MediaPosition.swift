/// A byte of a channel's media: a packet in the order in which media is handed on, and a place in it.
public struct MediaPosition: Hashable, Comparable, Sendable {
    /// The packet.
    public var packet: MediaID
    /// The byte, counted from the first byte of the packet's media (behind its RTP header).
    public var offset: UInt32

    /// The byte `offset` of `packet`.
    public init(packet: MediaID, offset: UInt32) {
        self.packet = packet
        self.offset = offset
    }

    /// Orders as the bytes are handed on.
    public static func < (left: Self, right: Self) -> Bool {
        left.packet != right.packet ? left.packet < right.packet : left.offset < right.offset
    }
}
