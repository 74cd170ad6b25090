import Bytes
public import Timing

/// The headers of a repair packet of SMPTE 2022-1 (Pro-MPEG Code of Practice 3, release 2): 12 bytes RTP, 16 bytes FEC.
///
/// The P, X, CC and M bits of its RTP header are XORs of the protected packets' bits, not its own, so this is not read
/// as an ``RTPHeader``. The XOR payload follows at offset 28.
///
/// ```
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// |          SNBase low           |        length recovery        |
/// |E| PT recovery |                     mask                      |
/// |                      timestamp recovery                       |
/// |N|D|type |index|    offset     |      NA       |  SNBase ext   |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// ```
public struct ParityHeader: Hashable, Sendable {
    /// Bytes before the XOR payload.
    public static let length = 28
    /// The payload type that senders use.
    public static let usualPayloadType: UInt8 = 96

    /// The repair packet's own sequence number.
    public var sequenceNumber: SequenceNumber
    /// The repair packet's own RTP timestamp.
    public var timestamp: UInt32
    /// The repair packet's own SSRC, usually 0.
    public var synchronizationSource: UInt32
    /// The repair packet's own payload type, usually 96.
    public var payloadType: UInt8
    /// XOR of the low six bits of the first byte (P, X, CC) of the protected packets.
    public var padExtCsrcRecovery: UInt8
    /// XOR of the protected packets' marker bits.
    public var markerRecovery: Bool

    /// The lowest protected sequence number.
    public var snBase: SequenceNumber
    /// XOR of the protected packets' lengths in bytes, the fixed 12 bytes of their headers left out.
    public var lengthRecovery: UInt16
    /// XOR of the protected packets' payload types.
    public var payloadTypeRecovery: UInt8
    /// XOR of the protected packets' RTP timestamps.
    public var timestampRecovery: UInt32
    /// The E bit: 1 as the code of practice wants it; 0 is accepted.
    public var hasExtensionBit: Bool
    /// The mask of RFC 2733; 0 here, and of no meaning.
    public var mask: UInt32
    /// Whether it protects a row (D = 1) rather than a column.
    public var isRow: Bool
    /// The 3-bit index; 0.
    public var index: UInt8
    /// Distance of two protected packets: L for a column, 1 for a row.
    public var offset: Int
    /// NA, how many packets it protects: D for a column, L for a row.
    public var count: Int
    /// The upper bits of an extended SNBase; 0.
    public var snBaseExtension: UInt8
    /// Bytes of XOR payload in the bytes that were read.
    public var payloadLength: Int

    /// Where the XOR payload lies in the bytes that were read.
    public var payload: Range<Int> { Self.length..<(Self.length + payloadLength) }

    /// How far the protected packets reach: offset times count, L·D for a column and L for a row.
    public var span: Int { offset * count }

    /// A repair packet's header for writing: all XORs zero, E set.
    public init(
        sequenceNumber: SequenceNumber, timestamp: UInt32, snBase: SequenceNumber, isRow: Bool, offset: Int, count: Int
    ) {
        self.sequenceNumber = sequenceNumber
        self.timestamp = timestamp
        self.snBase = snBase
        self.isRow = isRow
        self.offset = offset
        self.count = count
        synchronizationSource = 0
        payloadType = Self.usualPayloadType
        padExtCsrcRecovery = 0
        markerRecovery = false
        lengthRecovery = 0
        payloadTypeRecovery = 0
        timestampRecovery = 0
        hasExtensionBit = true
        mask = 0
        index = 0
        snBaseExtension = 0
        payloadLength = 0
    }

    /// Reads the headers at the front of a datagram; throws when it is shorter than 28 bytes, not RTP version 2, not
    /// an XOR code (N or type not 0) or protects nothing (offset or NA of 0).
    public init(parsing bytes: RawSpan) throws(ParseError) {
        guard bytes.byteCount >= Self.length else {
            throw .truncated(Truncation(wanted: Self.length, remaining: bytes.byteCount, offset: 0))
        }
        let flags = bytes.byte(at: 0)
        guard flags >> 6 == 2 else { throw .unsupportedVersion(flags >> 6) }
        let code = bytes.byte(at: 24)
        self.init(
            sequenceNumber: SequenceNumber(bytes.bigEndian(at: 2)), timestamp: bytes.bigEndian(at: 4),
            snBase: SequenceNumber(bytes.bigEndian(at: 12)), isRow: code & 0x40 != 0,
            offset: Int(bytes.byte(at: 25)), count: Int(bytes.byte(at: 26)))
        // N (0x80) would announce another header; types 1 and 2 are Hamming and Reed-Solomon codes.
        guard code & 0xb8 == 0, offset > 0, count > 0 else { throw .unsupportedCode }
        let kind = bytes.byte(at: 1)
        synchronizationSource = bytes.bigEndian(at: 8)
        payloadType = kind & 0x7f
        padExtCsrcRecovery = flags & 0x3f
        markerRecovery = kind & 0x80 != 0
        lengthRecovery = bytes.bigEndian(at: 14)
        hasExtensionBit = bytes.byte(at: 16) & 0x80 != 0
        payloadTypeRecovery = bytes.byte(at: 16) & 0x7f
        mask = bytes.bigEndian(at: 16, as: UInt32.self) & 0xff_ffff
        timestampRecovery = bytes.bigEndian(at: 20)
        index = code & 0x07
        snBaseExtension = bytes.byte(at: 27)
        payloadLength = bytes.byteCount - Self.length
    }
}
