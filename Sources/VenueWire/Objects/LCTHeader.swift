import Bytes

/// The header of an LCT packet with the extensions that ALC and FLUTE define (RFC 5651, 5775, 6726).
///
/// ```
///  0                   1                   2                   3
///  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// |  V=1  | C |PSI|S| O |H|Res|A|B|   HDR_LEN     |   codepoint   |
/// |          congestion control, 32 · (C + 1) bits                |
/// |          transport session, 32 · S + 16 · H bits              |
/// |          transport object, 32 · O + 16 · H bits               |
/// |          header extensions, up to HDR_LEN words in all        |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// ```
public struct LCTHeader: Hashable, Sendable {
    /// Bytes of the fixed part.
    public static let fixedLength = 4

    /// The protocol-specific bits, 0…3; 0 in FLUTE.
    public var protocolBits: UInt8
    /// Words of 32 bits of the congestion control field, 1…4; what stands in them is passed over.
    public var congestionWords: Int
    /// Whether the session ends with this packet or soon after it (A).
    public var closesSession: Bool
    /// Whether the object ends with this packet or soon after it (B).
    public var closesObject: Bool
    /// The codepoint, which in ALC and FLUTE is the FEC encoding ID.
    public var codepoint: UInt8
    /// The TSI, up to 48 bits; 0 when the packet has none.
    public var transportSession: UInt64
    /// The TOI, up to 112 bits; 0 when the packet has none, which in FLUTE is the file delivery table.
    public var object: UInt128
    /// Where what EXT_FTI holds lies in the bytes that were read; nil when the packet has none.
    public var transferInformation: Range<Int>?
    /// EXT_FDT, which marks a packet of a file delivery table.
    public var tableMark: TableMark?
    /// EXT_CENC's algorithm: how a file delivery table is compressed (0 null, 1 zlib, 2 deflate, 3 gzip).
    public var contentCoding: UInt8?
    /// The sender's time in EXT_TIME.
    public var senderTime: NetworkTime?
    /// Bytes of the header, extensions included: the FEC payload ID follows.
    public var length: Int

    /// A header without extensions, for writing.
    public init(
        transportSession: UInt64, object: UInt128, codepoint: UInt8, closesSession: Bool = false,
        closesObject: Bool = false
    ) {
        self.transportSession = transportSession
        self.object = object
        self.codepoint = codepoint
        self.closesSession = closesSession
        self.closesObject = closesObject
        protocolBits = 0
        congestionWords = 1
        length = Self.fixedLength
    }

    /// Reads the header at the front of a datagram.
    ///
    /// Throws when it is cut, not LCT version 1, or when its parts and extensions do not fill exactly the length that it
    /// states; an extension of length 0 is one of those. Unknown extensions are passed over.
    public init(parsing bytes: RawSpan) throws(ParseError) {
        guard bytes.byteCount >= Self.fixedLength else {
            throw .truncated(Truncation(wanted: Self.fixedLength, remaining: bytes.byteCount, offset: 0))
        }
        let first = bytes.byte(at: 0)
        guard first >> 4 == 1 else { throw .unsupportedVersion(first >> 4) }
        let flags = bytes.byte(at: 1)
        self.init(
            transportSession: 0, object: 0, codepoint: bytes.byte(at: 3), closesSession: flags & 0x02 != 0,
            closesObject: flags & 0x01 != 0)
        protocolBits = first & 3
        congestionWords = Int(first >> 2 & 3) + 1
        length = Int(bytes.byte(at: 2)) * 4
        let half = Int(flags >> 4 & 1)
        let sessionLength = Int(flags >> 7) * 4 + half * 2
        let objectLength = Int(flags >> 5 & 3) * 4 + half * 2
        let sessionStart = Self.fixedLength + congestionWords * 4
        let start = sessionStart + sessionLength + objectLength
        guard start <= length else { throw .badLength }
        guard length <= bytes.byteCount else {
            throw .truncated(Truncation(wanted: length, remaining: bytes.byteCount, offset: 0))
        }
        transportSession = UInt64(truncatingIfNeeded: Self.number(bytes, at: sessionStart, count: sessionLength))
        object = Self.number(bytes, at: sessionStart + sessionLength, count: objectLength)
        try readExtensions(of: bytes, from: start)
    }

    /// The number of `count` bytes at `offset`, most significant first.
    private static func number(_ bytes: RawSpan, at offset: Int, count: Int) -> UInt128 {
        var value: UInt128 = 0
        var place = offset
        while place < offset + count {
            value = value << 16 | UInt128(bytes.bigEndian(at: place, as: UInt16.self))
            place += 2
        }
        return value
    }

    private mutating func readExtensions(of bytes: RawSpan, from start: Int) throws(ParseError) {
        var place = start
        while place < length {
            let kind = bytes.byte(at: place)
            // Types from 128 on have one word; the others state their words, which include the two bytes before.
            let size = kind >= 128 ? 4 : Int(bytes.byte(at: place + 1)) * 4
            guard size > 0, size <= length - place else { throw .badLength }
            switch kind {
            case LCTExtension.time: senderTime = LCTExtension.senderTime(bytes, at: place, size: size)
            case LCTExtension.transferInformation: transferInformation = (place + 2)..<(place + size)
            case LCTExtension.table: tableMark = TableMark(bytes.bigEndian(at: place))
            case LCTExtension.contentCoding: contentCoding = bytes.byte(at: place + 1)
            default: break
            }
            place += size
        }
    }
}
