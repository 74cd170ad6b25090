import Bytes
import Timing

// pcapng (draft-ietf-opsawg-pcapng, section 3.1), in the byte order of the section:
//
//     block: type 4 | total length 4 | body, padded to four bytes | total length 4
extension CaptureDecoder {
    private static let emptyBlock = 12

    /// The next packet block, other blocks on the way taken in; nil when a block does not lie whole in `bytes`.
    mutating func nextPacket(in bytes: RawSpan, at offset: inout Int) throws(CaptureError) -> CaptureRecord? {
        if let failure { throw failure }
        while true {
            let start = offset
            guard bytes.byteCount - start >= Self.emptyBlock else {
                wanted = Self.emptyBlock
                return nil
            }
            let type: UInt32 = load(bytes, start, bigEndian: isBigEndian)
            if type == BlockType.sectionHeader.rawValue { try readByteOrder(in: bytes, at: start + 8) }
            let total: UInt32 = load(bytes, start + 4, bigEndian: isBigEndian)
            guard total >= UInt32(Self.emptyBlock), total <= UInt32(Self.blockLimit), total & 3 == 0 else {
                throw fail(.blockLength(total))
            }
            let end = start + Int(total)
            guard end <= bytes.byteCount else {
                wanted = Int(total)
                return nil
            }
            let trailer: UInt32 = load(bytes, end - 4, bigEndian: isBigEndian)
            guard trailer == total else { throw fail(.blockLengthsDiffer(first: total, second: trailer)) }

            let record =
                type == BlockType.enhancedPacket.rawValue
                ? try readEnhancedPacket(in: bytes, start, end) : try readBlock(type, in: bytes, start, end)
            offset = end
            position += Int(total)
            if let record { return record }
        }
    }

    private mutating func readByteOrder(in bytes: RawSpan, at offset: Int) throws(CaptureError) {
        let magic: UInt32 = bytes.bigEndian(at: offset)
        switch magic {
        case 0x1a2b_3c4d: isBigEndian = true
        case 0x4d3c_2b1a: isBigEndian = false
        default: throw fail(.byteOrder(magic))
        }
    }

    /// Takes in a block that is no Enhanced Packet Block; a record when it holds a frame.
    private mutating func readBlock(
        _ type: UInt32, in bytes: RawSpan, _ start: Int, _ end: Int
    ) throws(CaptureError) -> CaptureRecord? {
        switch BlockType(rawValue: type) {
        case .sectionHeader: try readSectionHeader(in: bytes, start, end)
        case .interfaceDescription: try readInterface(in: bytes, start, end)
        case .interfaceStatistics: try readStatistics(in: bytes, start, end)
        case .simplePacket: return try readSimplePacket(in: bytes, start, end)
        case .packet: return try readPacket(in: bytes, start, end)
        case .custom, .customNotCopied, .journalEntry:
            // Wireshark lists these beside packets and gives them numbers.
            frame += 1
            skippedBlocks += 1
        case .enhancedPacket, nil: skippedBlocks += 1
        }
        return nil
    }

    /// Checks that a block has `count` bytes before its options or data.
    mutating func require(_ count: Int, _ start: Int, _ end: Int) throws(CaptureError) {
        guard end - start >= count + Self.emptyBlock else { throw fail(.blockLength(UInt32(clamping: end - start))) }
    }

    private mutating func readSectionHeader(in bytes: RawSpan, _ start: Int, _ end: Int) throws(CaptureError) {
        try require(16, start, end)
        let major: UInt16 = load(bytes, start + 12, bigEndian: isBigEndian)
        let minor: UInt16 = load(bytes, start + 14, bigEndian: isBigEndian)
        // Some writers say 1.2 and mean 1.0.
        guard major == 1, minor == 0 || minor == 2 else {
            throw fail(.unsupportedVersion(major: major, minor: minor))
        }
        earlierDrops = drops
        interfaces.removeAll(keepingCapacity: true)
        application = nil
        endTime = nil
        var options = BlockOptions(offset: start + 24, end: end - 4, isBigEndian: isBigEndian)
        while let (code, value) = options.next(in: bytes) {
            switch code {
            case 1: noteComment(on: 0, in: bytes, value)
            case 4: application = text(in: bytes, value)
            default: break
            }
        }
    }

    private mutating func readInterface(in bytes: RawSpan, _ start: Int, _ end: Int) throws(CaptureError) {
        try require(8, start, end)
        guard interfaces.count < Self.interfaceLimit else {
            throw fail(.tooManyInterfaces(limit: Self.interfaceLimit))
        }
        let link: UInt16 = load(bytes, start + 8, bigEndian: isBigEndian)
        let snapLength: UInt32 = load(bytes, start + 12, bigEndian: isBigEndian)
        var interface = CaptureInterface(linkType: LinkType(rawValue: UInt32(link)), snapLength: snapLength)
        var options = BlockOptions(offset: start + 16, end: end - 4, isBigEndian: isBigEndian)
        while let (code, value) = options.next(in: bytes) {
            switch code {
            case 1: noteComment(on: 0, in: bytes, value)
            case 9 where value.count >= 1:
                interface.resolution = TimestampResolution(rawValue: bytes.byte(at: value.lowerBound))
            case 14 where value.count >= 8:
                interface.offset = load(bytes, value.lowerBound, bigEndian: isBigEndian)
            default: break
            }
        }
        interfaces.append(interface)
        note(interface.linkType)
        note(interface.resolution)
    }

    private mutating func readStatistics(in bytes: RawSpan, _ start: Int, _ end: Int) throws(CaptureError) {
        try require(12, start, end)
        let index: UInt32 = load(bytes, start + 8, bigEndian: isBigEndian)
        guard index < UInt32(interfaces.count) else { throw fail(.unknownInterface(index)) }
        var stated: UInt64 = 0
        var options = BlockOptions(offset: start + 20, end: end - 4, isBigEndian: isBigEndian)
        while let (code, value) = options.next(in: bytes) {
            switch code {
            case 1: noteComment(on: 0, in: bytes, value)
            // An end time is two halves like every stamp, the upper one first; counters are whole numbers.
            case 3 where value.count >= 8:
                endTime = interfaces[Int(index)].time(ofTicks: ticks(in: bytes, at: value.lowerBound))
            case 5 where value.count >= 8, 7 where value.count >= 8:
                let count: UInt64 = load(bytes, value.lowerBound, bigEndian: isBigEndian)
                // All ones stand for "not known".
                if count != .max { stated = stated.addingReportingOverflow(count).partialValue }
            default: break
            }
        }
        interfaces[Int(index)].statedDrops = stated
    }

    /// A stamp of two halves, the upper one first whatever the byte order.
    func ticks(in bytes: RawSpan, at offset: Int) -> UInt64 {
        let high: UInt32 = load(bytes, offset, bigEndian: isBigEndian)
        let low: UInt32 = load(bytes, offset + 4, bigEndian: isBigEndian)
        return UInt64(high) << 32 | UInt64(low)
    }

    /// A text option without the zeros that some writers end it with.
    func text(in bytes: RawSpan, _ range: Range<Int>) -> String {
        var kept = range.prefix(Self.textLimit)
        while let last = kept.last, bytes.byte(at: last) == 0 { kept.removeLast() }
        return String(decoding: bytes.extracting(kept).copied(), as: UTF8.self)
    }

    mutating func noteComment(on frame: UInt64, in bytes: RawSpan, _ range: Range<Int>) {
        commentCount += 1
        guard comments.count < Self.commentLimit else { return }
        comments.append(CaptureComment(frame: frame, text: text(in: bytes, range)))
    }
}
