public import NetworkFormats

/// What a store knows of a datagram that it keeps.
public struct StoredDatagram: Hashable, Sendable {
    /// The datagram's facts.
    public var header: DatagramHeader
    /// What became of it.
    public var flags: PacketFlags
    /// Where its payload lies in its slab.
    public let range: Range<Int>
}
