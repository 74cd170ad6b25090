import Bytes
public import Timing

/// Decodes a capture that is fed in pieces: pcap and pcapng, told apart by their first bytes.
public struct CaptureDecoder: Sendable {
    /// The most bytes a stored frame may have; what libpcap and Wireshark allow for network frames.
    public static let frameLimit = 262_144
    /// The most bytes a pcapng block may have; what Wireshark allows.
    public static let blockLimit = 16 << 20
    /// The most interfaces that a pcapng section may describe.
    public static let interfaceLimit = 4_096
    /// The most comments whose text is kept; more are only counted.
    public static let commentLimit = 1_000
    /// The most bytes of a text (comment, application) that are kept.
    public static let textLimit = 4_096
    /// The most different link types and resolutions that are listed.
    public static let listLimit = 64

    enum Layout: UInt8, Sendable {
        case unknown, pcap, pcapng
    }

    /// Before version 2.3 the length on the wire came first, in 2.3 it depended on the writer.
    enum LengthOrder: UInt8, Sendable {
        case storedFirst, swapped, undecided
    }

    var layout = Layout.unknown
    var isBigEndian = false
    /// pcap only: how long the header of a record is, how long a tick of its fraction, the file's link type.
    var recordHeaderLength = 16
    var fractionScale: Int64 = 1_000
    var fileLinkType = LinkType.ethernet
    var lengthOrder = LengthOrder.storedFirst
    /// pcapng only: the interfaces of the section so far.
    var interfaces: [CaptureInterface] = []
    /// Drops on the interfaces of sections before this one.
    var earlierDrops: UInt64 = 0
    var lastTime = StreamTime(nanoseconds: 0)
    var failure: CaptureError?

    /// The number of the last frame, as Wireshark counts; 0 before the first.
    public internal(set) var frame: UInt64 = 0
    /// Packet frames given so far.
    public internal(set) var frames: UInt64 = 0
    /// Where the next record begins, counted from 0 in the capture.
    public internal(set) var position = 0
    /// After `next` gave nil: how many bytes it needs from its offset on.
    public internal(set) var wanted = 4
    /// How the capture is written; nil until its first bytes were read.
    public internal(set) var format: CaptureFormat?
    /// The link types that the capture describes, in order, each once.
    public internal(set) var linkTypes: [LinkType] = []
    /// The resolutions of its stamps, in order, each once.
    public internal(set) var resolutions: [TimestampResolution] = []
    /// The comments found so far, with their text, up to a limit.
    public internal(set) var comments: [CaptureComment] = []
    /// The comments found so far.
    public internal(set) var commentCount = 0
    /// Blocks of unknown or private meaning that were passed over.
    public internal(set) var skippedBlocks = 0
    /// The application that wrote the section read last (`shb_userappl`).
    public internal(set) var application: String?
    /// The end of capturing that the section read last states (`isb_endtime`); the last one when several do.
    public internal(set) var endTime: StreamTime?

    /// Prepares to read a capture from its first byte.
    public init() {}

    /// Frames that the capturer says it lost: for each interface its last statistics or the sum of the drop counts of
    /// its frames, whichever is more, for both count the same frames.
    public var drops: UInt64 {
        interfaces.reduce(earlierDrops) { sum, interface in
            let (total, overflow) = sum.addingReportingOverflow(interface.drops)
            return overflow ? .max : total
        }
    }

    /// The next frame that lies whole in `bytes` from `offset` on, which moves behind it; nil when more are needed.
    ///
    /// After nil, `wanted` says how many bytes from `offset` on are needed. After an error it throws that error again.
    public mutating func next(in bytes: RawSpan, at offset: inout Int) throws(CaptureError) -> CaptureRecord? {
        switch layout {
        case .pcap: return try nextRecord(in: bytes, at: &offset)
        case .pcapng: return try nextPacket(in: bytes, at: &offset)
        case .unknown:
            guard try readStart(in: bytes, at: &offset) else { return nil }
            return try next(in: bytes, at: &offset)
        }
    }

    /// What the end of the capture means when `count` bytes behind the last record are left: nil when there are none.
    public func finish(leaving count: Int) -> CaptureCut? {
        guard failure == nil, count > 0 else { return nil }
        let what =
            switch layout {
            case .unknown: "its header"
            case .pcap: "a record"
            case .pcapng: "a block"
            }
        return CaptureCut(
            kind: .cut, offset: position, frames: frames,
            sentence: "the capture ends inside \(what) at byte \(position) after \(CaptureCut.count(frames))")
    }

    /// Learns the format from the first bytes; false when more are needed.
    private mutating func readStart(in bytes: RawSpan, at offset: inout Int) throws(CaptureError) -> Bool {
        if let failure { throw failure }
        guard bytes.byteCount - offset >= 4 else { return false }
        let magic: UInt32 = load(bytes, offset, bigEndian: true)
        if magic == BlockType.sectionHeader.rawValue {
            layout = .pcapng
            format = .pcapng
            return true
        }
        return try readFileHeader(magic: magic, in: bytes, at: &offset)
    }

    /// Remembers the error, so that nothing more is read.
    mutating func fail(_ reason: CaptureError.Reason) -> CaptureError {
        let error = CaptureError(offset: position, frames: frames, reason: reason)
        failure = error
        return error
    }

    mutating func note(_ linkType: LinkType) {
        if !linkTypes.contains(linkType), linkTypes.count < Self.listLimit { linkTypes.append(linkType) }
    }

    mutating func note(_ resolution: TimestampResolution) {
        if !resolutions.contains(resolution), resolutions.count < Self.listLimit { resolutions.append(resolution) }
    }

    /// An integer in the byte order given; the caller has checked that it lies in the bytes.
    func load<Value: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: RawSpan, _ offset: Int, bigEndian: Bool, as type: Value.Type = Value.self
    ) -> Value {
        bigEndian ? bytes.bigEndian(at: offset) : bytes.littleEndian(at: offset)
    }
}
