public import Bytes

/// The FEC payload ID between an ALC packet's header and its symbol (RFC 5445, 5510).
///
/// ```
///  id 0                               id 5                               id 129
/// +---------------+---------------+  +-----------------------+-------+  +-------------------------------+
/// |   block (16)  |  symbol (16)  |  |       block (24)      |symbol8|  |           block (32)          |
/// +---------------+---------------+  +-----------------------+-------+  +---------------+---------------+
///                                                                       |     k (16)    |  symbol (16)  |
///                                                                       +---------------+---------------+
/// ```
public struct ObjectSymbolID: Hashable, Sendable {
    /// The source block's number.
    public var block: UInt32
    /// The encoding symbol ID: below the block's source symbols, or from there on for repair symbols.
    public var symbol: UInt32
    /// Source symbols of the block; written and read with encoding 129 only, 0 otherwise.
    public var sourceCount: Int

    /// Symbol `symbol` of block `block`.
    public init(block: UInt32, symbol: UInt32, sourceCount: Int = 0) {
        self.block = block
        self.symbol = symbol
        self.sourceCount = sourceCount
    }

    /// Reads the ID at `offset`; throws `unsupportedCode` for encodings other than 0, 5 and 129.
    public init(parsing bytes: RawSpan, at offset: Int, encoding: ObjectEncoding) throws(ParseError) {
        guard let length = encoding.symbolIDLength, encoding != .raptorQ, encoding != .reedSolomonAnyField else {
            throw .unsupportedCode
        }
        guard offset >= 0, offset <= bytes.byteCount - length else {
            throw .truncated(Truncation(wanted: length, remaining: max(0, bytes.byteCount - offset), offset: offset))
        }
        let word: UInt32 = bytes.bigEndian(at: offset)
        switch encoding {
        case .noCode: self.init(block: word >> 16, symbol: word & 0xffff)
        case .reedSolomon: self.init(block: word >> 8, symbol: word & 0xff)
        default:
            let rest: UInt32 = bytes.bigEndian(at: offset + 4)
            self.init(block: word, symbol: rest & 0xffff, sourceCount: Int(rest >> 16))
        }
    }

    /// Writes the ID as `encoding` has it (0, 5 or 129).
    public func write(to writer: inout ByteWriter, encoding: ObjectEncoding) {
        switch encoding {
        case .reedSolomon: writer.write(block << 8 | symbol & 0xff)
        case .smallBlock:
            writer.write(block)
            writer.write(UInt16(truncatingIfNeeded: sourceCount))
            writer.write(UInt16(truncatingIfNeeded: symbol))
        default: writer.write(block << 16 | symbol & 0xffff)
        }
    }
}
