import Bytes
public import Timing

/// The header of an RTP packet, and where its payload lies (RFC 3550, section 5.1).
///
/// ```
///  0                   1                   2                   3
///  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// |V=2|P|X|  CC   |M|     PT      |       sequence number         |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// |                           timestamp                           |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// |           synchronization source (SSRC) identifier            |
/// +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
/// |       contributing sources (CC times), header extension       |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// ```
public struct RTPHeader: Hashable, Sendable {
    /// Bytes of the fixed part.
    public static let fixedLength = 12
    /// The clock of MPEG-2 transport streams and of video, in ticks a second (RFC 3551).
    public static let videoClockRate = 90_000
    /// The static payload type of MPEG-2 transport streams (RFC 3551).
    public static let transportStreamPayloadType: UInt8 = 33

    /// The packet's place in its run.
    public var sequenceNumber: SequenceNumber
    /// Sampling instant of the first payload byte, in ticks of the payload's clock.
    public var timestamp: UInt32
    /// Who the packet's numbers belong to (SSRC); 0 is legal.
    public var synchronizationSource: UInt32
    /// What the payload is, 0…127.
    public var payloadType: UInt8
    /// The marker bit, whose meaning the payload type defines.
    public var marker: Bool
    /// How many contributing sources follow the fixed part, 0…15.
    public var contributingSourceCount: UInt8
    /// Whether a header extension was there.
    public var hasExtension: Bool
    /// Padding bytes at the end, their count included; 0 when there are none or the capture cut them away.
    public var paddingLength: UInt8
    /// Where the payload lies in the bytes that were read; shorter than on the wire when the capture cut it.
    public var payload: Range<Int>

    /// A header without contributing sources, extension or padding, for writing; its payload is empty.
    public init(
        sequenceNumber: SequenceNumber, timestamp: UInt32, synchronizationSource: UInt32, payloadType: UInt8,
        marker: Bool = false
    ) {
        self.sequenceNumber = sequenceNumber
        self.timestamp = timestamp
        self.synchronizationSource = synchronizationSource
        self.payloadType = payloadType & 0x7f
        self.marker = marker
        contributingSourceCount = 0
        hasExtension = false
        paddingLength = 0
        payload = Self.fixedLength..<Self.fixedLength
    }

    /// Reads the header of the packet that `bytes` begins, which was `wireLength` bytes long (nil: as long as `bytes`).
    ///
    /// Throws when it is cut within the header, not version 2, or when extension or padding do not fit into
    /// `wireLength` (the checks of RFC 3550, A.1 that need no state, but for padding that fills the whole payload).
    public init(parsing bytes: RawSpan, wireLength: Int? = nil) throws(ParseError) {
        let stored = bytes.byteCount
        guard stored >= Self.fixedLength else {
            throw .truncated(Truncation(wanted: Self.fixedLength, remaining: stored, offset: 0))
        }
        let flags = bytes.byte(at: 0)
        guard flags >> 6 == 2 else { throw .unsupportedVersion(flags >> 6) }
        let kind = bytes.byte(at: 1)
        self.init(
            sequenceNumber: SequenceNumber(bytes.bigEndian(at: 2)), timestamp: bytes.bigEndian(at: 4),
            synchronizationSource: bytes.bigEndian(at: 8), payloadType: kind, marker: kind & 0x80 != 0)
        if flags & 0x3f == 0 {
            payload = Self.fixedLength..<stored
        } else {
            try readOptionalParts(of: bytes, flags: flags, wireLength: max(stored, wireLength ?? stored))
        }
    }

    private mutating func readOptionalParts(of bytes: RawSpan, flags: UInt8, wireLength: Int) throws(ParseError) {
        let stored = bytes.byteCount
        contributingSourceCount = flags & 0x0f
        hasExtension = flags & 0x10 != 0
        var start = Self.fixedLength + Int(contributingSourceCount) * 4
        if hasExtension {
            guard start + 4 <= stored else {
                throw .truncated(Truncation(wanted: 4, remaining: max(0, stored - start), offset: min(start, stored)))
            }
            start += 4 + Int(bytes.bigEndian(at: start + 2, as: UInt16.self)) * 4
        }
        guard start <= wireLength else { throw .badLength }
        var end = stored
        if flags & 0x20 != 0, stored == wireLength {
            paddingLength = bytes.byte(at: stored - 1)
            guard paddingLength > 0, Int(paddingLength) <= stored - start else { throw .badPadding(paddingLength) }
            end -= Int(paddingLength)
        }
        payload = min(start, end)..<end
    }
}
