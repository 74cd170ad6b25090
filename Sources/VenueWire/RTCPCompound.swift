public import Bytes

/// The RTCP packets of one datagram (RFC 3550, section 6.1).
public struct RTCPCompound: Hashable, Sendable {
    /// More packets than this in one datagram are refused.
    public static let packetLimit = 64
    private static let headerLength = 4

    /// The packets in order; never empty when read.
    public var packets: [RTCPPacket]

    /// A compound of `packets`, for writing.
    public init(_ packets: [RTCPPacket]) { self.packets = packets }

    /// Whether `bytes` can begin a compound: version 2, no padding, a type of RTCP and a length that fits into
    /// `wireLength` bytes (RFC 5761, section 4; cheap enough for every datagram).
    ///
    /// The first packet need not be a report, for RFC 5506 allows others alone.
    public static func canBegin(_ bytes: RawSpan, wireLength: Int) -> Bool {
        guard bytes.byteCount >= headerLength, bytes.byte(at: 0) & 0xe0 == 0x80 else { return false }
        let type = bytes.byte(at: 1)
        guard (192...195).contains(type) || (200...213).contains(type) else { return false }
        let length = (Int(bytes.bigEndian(at: 2, as: UInt16.self)) + 1) * 4
        return length == wireLength || length + headerLength <= wireLength
    }

    /// Reads the datagram `bytes`, which was `wireLength` bytes long (nil: as long as `bytes`); a packet that the
    /// capture cut is left out with all behind it.
    ///
    /// Throws what RFC 3550, A.2 calls invalid: another version, padding before the last packet, a first packet that
    /// is not of RTCP, lengths whose sum is not the datagram's; and more than ``packetLimit`` packets.
    public init(parsing bytes: RawSpan, wireLength: Int? = nil) throws(ParseError) {
        packets = []
        let wireLength = max(bytes.byteCount, wireLength ?? 0)
        var start = 0
        while start < wireLength {
            guard start + Self.headerLength <= bytes.byteCount else {
                if bytes.byteCount < wireLength, !packets.isEmpty { return }
                throw .truncated(
                    Truncation(wanted: Self.headerLength, remaining: max(0, bytes.byteCount - start), offset: start))
            }
            guard packets.count < Self.packetLimit else { throw .limitExceeded }
            let end = start + (Int(bytes.bigEndian(at: start + 2, as: UInt16.self)) + 1) * 4
            guard end <= wireLength else { throw .badLength }
            if end > bytes.byteCount, !packets.isEmpty { return }
            packets.append(try Self.packet(bytes, start, end, isLast: end == wireLength))
            start = end
        }
        guard !packets.isEmpty else { throw .truncated(Truncation(wanted: 4, remaining: 0, offset: 0)) }
    }

    /// Appends every packet.
    public func write(to writer: inout ByteWriter) {
        for packet in packets { packet.write(to: &writer) }
    }

    private static func packet(
        _ bytes: RawSpan, _ start: Int, _ end: Int, isLast: Bool
    ) throws(ParseError) -> RTCPPacket {
        let flags = bytes.byte(at: start)
        let type = bytes.byte(at: start + 1)
        guard flags >> 6 == 2 else { throw .unsupportedVersion(flags >> 6) }
        guard (192...223).contains(type) else { throw .unexpectedType(type) }
        guard end <= bytes.byteCount else {
            throw .truncated(Truncation(wanted: end - start, remaining: bytes.byteCount - start, offset: start))
        }
        var bodyEnd = end
        if flags & 0x20 != 0 {
            let padding = bytes.byte(at: end - 1)
            guard isLast, padding > 0, padding % 4 == 0, Int(padding) <= end - start - headerLength else {
                throw .badPadding(padding)
            }
            bodyEnd -= Int(padding)
        }
        var reader = ByteReader(bytes.extracting((start + headerLength)..<bodyEnd))
        return try RTCPPacket(type: type, count: flags & 0x1f, body: &reader)
    }
}
