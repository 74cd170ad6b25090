import Bytes
import Timing

// The three blocks that hold a frame:
//
//     enhanced: interface 4 | stamp high 4 | stamp low 4 | stored 4 | wire 4 | bytes, padded | options
//     simple:   wire 4 | bytes, padded
//     packet:   interface 2 | drops 2 | stamp high 4 | stamp low 4 | stored 4 | wire 4 | bytes, padded | options
extension CaptureDecoder {
    private static let enhancedHeader = 20
    private static let endOfEnhancedHeader = 28

    mutating func readEnhancedPacket(
        in bytes: RawSpan, _ start: Int, _ end: Int
    ) throws(CaptureError) -> CaptureRecord {
        try require(Self.enhancedHeader, start, end)
        let index: UInt32 = load(bytes, start + 8, bigEndian: isBigEndian)
        var record = try readStamped(in: bytes, start, end, interface: index)
        let options = start + Self.endOfEnhancedHeader + (record.bytes.count + 3) & ~3
        // Nearly all frames have no options: not even the end of them is written then.
        if end - 4 - options >= 4 { readPacketOptions(in: bytes, options, end, of: &record) }
        return record
    }

    /// The obsolete Packet Block, which counts drops in its header.
    mutating func readPacket(in bytes: RawSpan, _ start: Int, _ end: Int) throws(CaptureError) -> CaptureRecord {
        try require(Self.enhancedHeader, start, end)
        let index: UInt16 = load(bytes, start + 8, bigEndian: isBigEndian)
        let drops: UInt16 = load(bytes, start + 10, bigEndian: isBigEndian)
        var record = try readStamped(in: bytes, start, end, interface: UInt32(index))
        // All ones stand for "not known".
        if drops != .max { noteDrops(UInt64(drops), before: &record) }
        let options = start + Self.endOfEnhancedHeader + (record.bytes.count + 3) & ~3
        if end - 4 - options >= 4 { readPacketOptions(in: bytes, options, end, of: &record) }
        return record
    }

    /// A Simple Packet Block: the first interface, no stamp, and a stored length that follows from the snap length.
    mutating func readSimplePacket(
        in bytes: RawSpan, _ start: Int, _ end: Int
    ) throws(CaptureError) -> CaptureRecord {
        try require(4, start, end)
        guard let interface = interfaces.first else { throw fail(.unknownInterface(0)) }
        let original: UInt32 = load(bytes, start + 8, bigEndian: isBigEndian)
        let snapped = interface.snapLength > 0 ? min(original, interface.snapLength) : original
        guard snapped <= UInt32(Self.frameLimit) else { throw fail(.frameTooLong(snapped)) }
        guard Int(snapped) <= end - 4 - (start + 12) else { throw fail(.frameBeyondBlock(snapped)) }
        return record(
            of: interface, index: 0, isTimed: false, original: original,
            bytes: start + 12..<start + 12 + Int(snapped))
    }

    /// What Enhanced Packet Block and Packet Block share: stamp, lengths, bytes.
    private mutating func readStamped(
        in bytes: RawSpan, _ start: Int, _ end: Int, interface index: UInt32
    ) throws(CaptureError) -> CaptureRecord {
        guard index < UInt32(interfaces.count) else { throw fail(.unknownInterface(index)) }
        let stored: UInt32 = load(bytes, start + 20, bigEndian: isBigEndian)
        let original: UInt32 = load(bytes, start + 24, bigEndian: isBigEndian)
        guard stored <= UInt32(Self.frameLimit) else { throw fail(.frameTooLong(stored)) }
        let first = start + Self.endOfEnhancedHeader
        guard Int(stored) <= end - 4 - first else { throw fail(.frameBeyondBlock(stored)) }
        let interface = interfaces[Int(index)]
        lastTime = interface.time(ofTicks: ticks(in: bytes, at: start + 12))
        return record(
            of: interface, index: index, isTimed: true, original: original, bytes: first..<first + Int(stored))
    }

    private mutating func record(
        of interface: CaptureInterface, index: UInt32, isTimed: Bool, original: UInt32, bytes: Range<Int>
    ) -> CaptureRecord {
        frame += 1
        frames += 1
        return CaptureRecord(
            frame: frame, time: lastTime, isTimed: isTimed, linkType: interface.linkType, interface: index,
            wireLength: max(Int(original), bytes.count), droppedBefore: 0, hasComment: false, bytes: bytes)
    }

    private mutating func readPacketOptions(
        in bytes: RawSpan, _ start: Int, _ end: Int, of record: inout CaptureRecord
    ) {
        var options = BlockOptions(offset: start, end: end - 4, isBigEndian: isBigEndian)
        while let (code, value) = options.next(in: bytes) {
            switch code {
            case 1:
                record.hasComment = true
                noteComment(on: record.frame, in: bytes, value)
            case 4 where value.count >= 8:
                let count: UInt64 = load(bytes, value.lowerBound, bigEndian: isBigEndian)
                noteDrops(count, before: &record)
            default: break
            }
        }
    }

    private mutating func noteDrops(_ count: UInt64, before record: inout CaptureRecord) {
        record.droppedBefore = UInt32(clamping: count)
        interfaces[Int(record.interface)].countDrops(count)
    }
}
