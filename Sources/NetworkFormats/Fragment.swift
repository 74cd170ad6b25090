/// One fragment of a packet, besides its bytes.
struct Fragment: Sendable {
    /// Which packet it belongs to.
    var key: FragmentKey
    /// Where its bytes belong in the packet's payload.
    var offset: Int
    /// How many bytes it had on the wire.
    var wireLength: Int
    /// Whether the packet ends with it.
    var isLast: Bool
    /// What the payload begins with; only the first fragment's counts.
    var nextHeader: UInt8
    /// What its IP header told.
    var origin: PacketOrigin

    /// The part of the payload that it fills.
    var range: Range<Int> { offset..<(offset + wireLength) }
}
