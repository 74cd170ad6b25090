public import Bytes
public import Timing

/// The headers of a repair packet of the carriers' Reed-Solomon code for television over multicast: 12 bytes RTP, 12 more.
///
/// The layout was found in captures; no standard has it. One symbol covers whole RTP packets, header and payload.
///
///     +-------------------------------+-------------------------------+
///     |     first sequence number     |     last sequence number      |
///     +---------------+---------------+-------------------------------+
///     |       m       |     index     |         symbol length         |
///     +---------------+---------------+-------------------------------+
///     |       RTP packet length       |           reserved            |
///     +-------------------------------+-------------------------------+
public struct CarrierRepairHeader: Hashable, Sendable {
    /// Bytes before the symbol, when the RTP header has no optional parts.
    public static let length = RTPHeader.fixedLength + extensionLength
    /// Bytes between RTP header and symbol.
    public static let extensionLength = 12
    /// The most source packets of one window that are taken for such a code.
    public static let sourceLimit = 1_024
    /// The payload type that most senders use.
    public static let usualPayloadType: UInt8 = 127

    /// The repair packet's own RTP header; its payload begins with the twelve bytes.
    public var rtp: RTPHeader
    /// The first source packet of the window.
    public var first: SequenceNumber
    /// The last source packet of the window.
    public var last: SequenceNumber
    /// Repair packets of the window, m.
    public var repairCount: Int
    /// Which of them this is, 0 ..< m.
    public var index: Int
    /// Bytes of the longest source packet, its RTP header included.
    public var packetLength: Int
    /// Where the symbol lies in the bytes that were read; shorter than on the wire when the capture cut it.
    public var symbol: Range<Int>

    /// Source packets of the window, k: 1…65536.
    public var sourceCount: Int { Int(last.rawValue &- first.rawValue) + 1 }

    /// A header for writing; the symbol follows it.
    public init(
        rtp: RTPHeader, first: SequenceNumber, sourceCount: Int, repairCount: Int, index: Int, packetLength: Int
    ) {
        self.rtp = rtp
        self.first = first
        last = first.advanced(by: sourceCount - 1)
        self.repairCount = repairCount
        self.index = index
        self.packetLength = packetLength
        symbol = Self.length..<Self.length
    }

    /// Reads the headers at the front of a datagram that was `wireLength` bytes long; nil when anything does not hold
    /// together: index and m, the symbol's length and what is left of the datagram, a window beyond ``sourceLimit``.
    public init?(parsing bytes: RawSpan, wireLength: Int) {
        guard let rtp = try? RTPHeader(parsing: bytes, wireLength: wireLength),
            rtp.payload.count >= Self.extensionLength
        else { return nil }
        let start = rtp.payload.lowerBound
        self.rtp = rtp
        first = SequenceNumber(bytes.bigEndian(at: start))
        last = SequenceNumber(bytes.bigEndian(at: start + 2))
        repairCount = Int(bytes.byte(at: start + 4))
        index = Int(bytes.byte(at: start + 5))
        let symbolLength = Int(bytes.bigEndian(at: start + 6, as: UInt16.self))
        packetLength = Int(bytes.bigEndian(at: start + 8, as: UInt16.self))
        symbol = (start + Self.extensionLength)..<rtp.payload.upperBound
        let cut = max(0, wireLength - bytes.byteCount)
        guard index < repairCount, sourceCount <= Self.sourceLimit, symbol.count + cut == symbolLength,
            packetLength >= RTPHeader.fixedLength, packetLength <= symbolLength
        else { return nil }
    }

    /// Writes RTP header and twelve bytes, for a symbol of `packetLength` bytes.
    public func write(to writer: inout ByteWriter) {
        rtp.write(to: &writer)
        writer.write(first.rawValue)
        writer.write(last.rawValue)
        writer.write(UInt8(truncatingIfNeeded: repairCount))
        writer.write(UInt8(truncatingIfNeeded: index))
        writer.write(UInt16(truncatingIfNeeded: packetLength))
        writer.write(UInt16(truncatingIfNeeded: packetLength))
        writer.write(UInt16(0))
    }
}
