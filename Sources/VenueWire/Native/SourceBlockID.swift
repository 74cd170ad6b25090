public import Bytes

/// The FEC payload ID of RFC 6865 for symbols of 8 bits: six bytes behind every source packet, before every repair symbol.
///
///      0                   1                   2                   3
///     +-----------------------------------------------+---------------+
///     |           Source Block Number (24)            |    ESI (8)    |
///     +-------------------------------+---------------+---------------+
///     |    Source Block Length (16)   |
///     +-------------------------------+
public struct SourceBlockID: Hashable, Sendable {
    /// Bytes on the wire.
    public static let length = 6
    /// Block numbers wrap here.
    public static let blockNumbers: UInt32 = 1 << 24

    /// The source block's number, below 2²⁴.
    public var block: UInt32
    /// The encoding symbol ID: below `sourceCount` for source packets, from there on for repair packets.
    public var symbol: UInt8
    /// Source packets of the block, k.
    public var sourceCount: UInt16

    /// The ID of symbol `symbol` in block `block` of `sourceCount` source packets.
    public init(block: UInt32, symbol: UInt8, sourceCount: UInt16) {
        self.block = block & (Self.blockNumbers - 1)
        self.symbol = symbol
        self.sourceCount = sourceCount
    }

    /// Reads the ID from the six bytes at `offset`; nil when they are not there.
    public init?(_ bytes: RawSpan, at offset: Int) {
        guard offset >= 0, offset <= bytes.byteCount - Self.length else { return nil }
        let first: UInt32 = bytes.bigEndian(at: offset)
        block = first >> 8
        symbol = UInt8(truncatingIfNeeded: first)
        sourceCount = bytes.bigEndian(at: offset + 4)
    }

    /// Writes the six bytes.
    public func write(to writer: inout ByteWriter) {
        writer.write(block << 8 | UInt32(symbol))
        writer.write(sourceCount)
    }

    /// How far this block is ahead of `other`, from -2²³ to 2²³ - 1.
    public func distance(from other: UInt32) -> Int {
        let difference = Int32(bitPattern: (block &- other) << 8)
        return Int(difference >> 8)
    }
}
