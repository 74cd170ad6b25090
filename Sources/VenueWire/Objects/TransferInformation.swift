public import Bytes

/// How an object is cut into symbols: the FEC object transmission information of EXT_FTI or of a file delivery table.
///
/// ```
///  id 0 (RFC 5445)                     id 5 (RFC 5510)
/// +-------+-------+---------------+   +-------+-------+---------------+
/// |HET 64 | HEL 4 |               |   |HET 64 | HEL 3 |               |
/// +-------+-------+    length     |   +-------+-------+    length     |
/// |              (48)             |   |              (48)             |
/// +---------------+---------------+   +---------------+-------+-------+
/// |    reserved   |       E       |   |       E       |   B   | max n |
/// +---------------+---------------+   +---------------+-------+-------+
/// |               B               |
/// +-------------------------------+
///  id 2 has m | G, id 129 the instance in place of "reserved", and both B | max n of 16 bits each in place of B.
/// ```
public struct TransferInformation: Hashable, Sendable {
    /// The largest length that the field has room for: 2⁴⁸ - 1.
    public static let largestLength: UInt64 = 1 << 48 - 1

    /// The code, which says how the rest is laid out.
    public var encoding: ObjectEncoding
    /// Bytes of the object as it is sent.
    public var transferLength: UInt64
    /// Bytes of a symbol, E.
    public var symbolLength: Int
    /// The most source symbols of a block, B.
    public var blockLength: Int
    /// The most symbols of a block, repair symbols included; 0 when the encoding has none.
    public var symbolLimit: Int
    /// The FEC instance ID (encoding 129), 0 otherwise.
    public var instance: UInt16

    /// States how an object is sent.
    public init(
        encoding: ObjectEncoding, transferLength: UInt64, symbolLength: Int, blockLength: Int, symbolLimit: Int = 0,
        instance: UInt16 = 0
    ) {
        self.encoding = encoding
        self.transferLength = transferLength
        self.symbolLength = symbolLength
        self.blockLength = blockLength
        self.symbolLimit = symbolLimit
        self.instance = instance
    }

    /// Reads what an EXT_FTI holds behind its type and length bytes.
    ///
    /// Throws `unsupportedCode` for an encoding whose layout is not known, and `badLength` when it is too short.
    public init(parsing bytes: RawSpan, in range: Range<Int>, encoding: ObjectEncoding) throws(ParseError) {
        let start = range.lowerBound
        let size = encoding == .reedSolomon ? 10 : 14
        guard start >= 0, range.upperBound <= bytes.byteCount, range.count >= size else { throw .badLength }
        let high: UInt16 = bytes.bigEndian(at: start)
        let low: UInt32 = bytes.bigEndian(at: start + 2)
        let length = UInt64(high) << 32 | UInt64(low)
        func short(_ place: Int) -> UInt16 { bytes.bigEndian(at: start + place) }
        switch encoding {
        case .noCode:
            self.init(
                encoding: encoding, transferLength: length, symbolLength: Int(short(8)),
                blockLength: Int(bytes.bigEndian(at: start + 10, as: UInt32.self)))
        case .reedSolomon:
            self.init(
                encoding: encoding, transferLength: length, symbolLength: Int(short(6)),
                blockLength: Int(bytes.byte(at: start + 8)), symbolLimit: Int(bytes.byte(at: start + 9)))
        case .smallBlock, .reedSolomonAnyField:
            self.init(
                encoding: encoding, transferLength: length, symbolLength: Int(short(8)), blockLength: Int(short(10)),
                symbolLimit: Int(short(12)), instance: encoding == .smallBlock ? short(6) : 0)
        default: throw .unsupportedCode
        }
    }

    /// Writes the whole EXT_FTI, its type and length included; nothing for an encoding that is not written (2, 6).
    public func write(to writer: inout ByteWriter) {
        guard [.noCode, .reedSolomon, .smallBlock].contains(encoding) else { return }
        writer.write(LCTExtension.transferInformation)
        writer.write(encoding == .reedSolomon ? 3 : 4 as UInt8)
        writer.write(UInt16(truncatingIfNeeded: transferLength >> 32))
        writer.write(UInt32(truncatingIfNeeded: transferLength))
        if encoding != .reedSolomon { writer.write(instance) }
        writer.write(UInt16(truncatingIfNeeded: symbolLength))
        switch encoding {
        case .noCode: writer.write(UInt32(truncatingIfNeeded: blockLength))
        case .reedSolomon:
            writer.write(UInt8(truncatingIfNeeded: blockLength))
            writer.write(UInt8(truncatingIfNeeded: symbolLimit))
        default:
            writer.write(UInt16(truncatingIfNeeded: blockLength))
            writer.write(UInt16(truncatingIfNeeded: symbolLimit))
        }
    }
}
