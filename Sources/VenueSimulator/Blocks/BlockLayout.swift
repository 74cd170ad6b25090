public import ErasureCode

/// How Reed-Solomon protects a flow of packets: blocks of fixed size, as RFC 6865 has them with symbols of 8 bits.
public struct BlockLayout: Hashable, Sendable {
    /// Source and repair packets of one block together: 2⁸ - 1 (RFC 6865 section 4.1.2).
    public static let symbolLimit = 255

    /// Which code.
    public let points: CodePoints
    /// Source packets of a block, k.
    public let sources: Int
    /// Repair packets of a block, r.
    public let repairs: Int

    /// Blocks of `sources` and `repairs` packets.
    public init(points: CodePoints = .rizzo, sources: Int, repairs: Int) throws(BlockFault) {
        guard (1..<Self.symbolLimit).contains(sources), (1..<Self.symbolLimit).contains(repairs),
            sources + repairs <= Self.symbolLimit
        else { throw .size(sources: sources, repairs: repairs) }
        guard sources != 0x47 else { throw .syncByte }
        guard CodePoints.named.contains(points) else { throw .points }
        self.points = points
        self.sources = sources
        self.repairs = repairs
    }

    /// Bytes of a symbol, E, when the longest packet of a block has `length` bytes: flow and length go before it.
    public static func symbolLength(ofPackets length: Int) -> Int { length + BlockEncoder.headLength }
}
