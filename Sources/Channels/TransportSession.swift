import Bytes

/// The session that a packet of ALC or FLUTE belongs to, as far as finding its channel needs it (RFC 5651, 5.1).
///
///      0                   1                   2                   3
///     +-------+---+---+-+---+-+---+-+-+---------------+---------------+
///     | V = 1 | C |PSI|S| O |H|Res|A|B|   HDR_LEN     | Codepoint     |
///     +-------+---+---+-+---+-+---+-+-+---------------+---------------+
///     | congestion control, TSI, TOI, header extensions …             |
///     +---------------------------------------------------------------+
///
/// RTP begins with the bits 10, a transport stream with 0x47: neither can be mistaken for it.
struct TransportSession: Sendable, Equatable {
    /// EXT_FDT (RFC 6726, 3.4.1).
    private static let tableExtension: UInt8 = 192

    /// The TSI, below 2⁴⁸.
    var identifier: UInt64
    /// Whether the packet is one of a file delivery table: its TOI is 0 and EXT_FDT says so.
    var isTable: Bool

    /// Reads what can be a header of LCT, version 1; nil when it does not hold together.
    init?(_ bytes: RawSpan) {
        guard let identifier = Self.identifier(of: bytes) else { return nil }
        self.identifier = identifier
        isTable = Self.isTable(bytes)
    }

    /// The TSI of a packet; nil when its header does not fit, or there is no TSI.
    static func identifier(of bytes: RawSpan) -> UInt64? {
        guard bytes.byteCount >= 8, bytes.byte(at: 0) >> 4 == 1 else { return nil }
        let flags = Flags(bytes)
        let length = Int(bytes.byte(at: 2)) * 4
        guard length <= bytes.byteCount, flags.extensionOffset <= length, flags.sessionLength > 0 else { return nil }
        return number(bytes, at: flags.sessionOffset, length: flags.sessionLength)
    }

    private static func isTable(_ bytes: RawSpan) -> Bool {
        let flags = Flags(bytes)
        guard flags.objectLength > 0 else { return false }
        for offset in 0..<flags.objectLength where bytes.byte(at: flags.objectOffset + offset) != 0 { return false }
        let end = Int(bytes.byte(at: 2)) * 4
        var offset = flags.extensionOffset
        while offset + 4 <= end {
            let type = bytes.byte(at: offset)
            if type == tableExtension {
                let version = bytes.byte(at: offset + 1) >> 4
                return version == 1 || version == 2
            }
            let words = type < 128 ? Int(bytes.byte(at: offset + 1)) : 1
            guard words > 0 else { return false }
            offset += words * 4
        }
        return false
    }

    private static func number(_ bytes: RawSpan, at offset: Int, length: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in offset..<(offset + length) { value = value << 8 | UInt64(bytes.byte(at: index)) }
        return value
    }

    /// Where the parts of the header lie.
    private struct Flags {
        var sessionOffset: Int
        var sessionLength: Int
        var objectLength: Int
        var objectOffset: Int { sessionOffset + sessionLength }
        var extensionOffset: Int { objectOffset + objectLength }

        init(_ bytes: RawSpan) {
            let half = Int(bytes.byte(at: 1) >> 4 & 1) * 2
            sessionOffset = 4 + (Int(bytes.byte(at: 0) >> 2 & 3) + 1) * 4
            sessionLength = Int(bytes.byte(at: 1) >> 7) * 4 + half
            objectLength = Int(bytes.byte(at: 1) >> 5 & 3) * 4 + half
        }
    }
}
