public import Evidence
public import Timing

/// A packet of a channel's media as it was handed on, or the hole where packets are missing.
public struct KeptPacket: Hashable, Sendable {
    /// What became of it.
    public enum Kind: UInt8, Hashable, Sendable {
        /// It arrived itself, before its window closed.
        case received
        /// It was rebuilt from repair packets.
        case recovered
        /// It, and those counted with it, are missing for good.
        case lost
    }

    // In the order that leaves no room between them: there is one for every packet of the history.
    /// The extended sequence number, or the first missing one; 0 without RTP.
    public var number: Int64
    /// When it arrived, could first be rebuilt, or was given up.
    public var time: StreamTime
    /// The datagram in the channel's store; for a hole the last one before it.
    public var datagram: PacketID
    /// The run of the RTP numbering, from 1; 0 without RTP.
    public var run: Int32
    /// How many packets the hole stands for; 1 for a packet.
    public var count: Int32
    /// The slab that holds its media, a place in the slabs of its block.
    var slab: UInt32 = 0
    /// Where its media lies in the slab; empty for a hole.
    var start: UInt32 = 0
    var length: UInt32 = 0
    /// What became of it.
    public var kind: Kind
}
