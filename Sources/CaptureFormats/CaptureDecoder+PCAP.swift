import Bytes
import Timing

// The classic format (draft-ietf-opsawg-pcap): a header of 24 bytes, then records.
//
//     file:   magic 4 | major 2 | minor 2 | reserved 4 | reserved 4 | snaplen 4 | link type 4
//     record: seconds 4 | fraction 4 | stored length 4 | wire length 4 | bytes
extension CaptureDecoder {
    private static let fileHeaderLength = 24
    /// The link type's upper bits tell of a frame check sequence.
    private static let linkTypeMask: UInt32 = 0x03ff_ffff

    /// Reads the file header; false when more bytes are needed.
    mutating func readFileHeader(
        magic: UInt32, in bytes: RawSpan, at offset: inout Int
    ) throws(CaptureError) -> Bool {
        switch magic {
        case 0xa1b2_c3d4, 0xa1b2_3c4d, 0xa1b2_cd34: isBigEndian = true
        case 0xd4c3_b2a1, 0x4d3c_b2a1, 0x34cd_b2a1: isBigEndian = false
        default: throw fail(.notACapture(magic))
        }
        let hasNanoseconds = magic == 0xa1b2_3c4d || magic == 0x4d3c_b2a1
        format = hasNanoseconds ? .pcapNanoseconds : .pcap
        guard bytes.byteCount - offset >= Self.fileHeaderLength else {
            wanted = Self.fileHeaderLength
            return false
        }
        let major: UInt16 = load(bytes, offset + 4, bigEndian: isBigEndian)
        let minor: UInt16 = load(bytes, offset + 6, bigEndian: isBigEndian)
        guard major == 2 else { throw fail(.unsupportedVersion(major: major, minor: minor)) }
        let link: UInt32 = load(bytes, offset + 20, bigEndian: isBigEndian)

        layout = .pcap
        lengthOrder = minor < 3 ? .swapped : minor == 3 ? .undecided : .storedFirst
        fileLinkType = LinkType(rawValue: link & Self.linkTypeMask)
        fractionScale = hasNanoseconds ? 1 : 1_000
        // The modified format of old Linux systems: interface, protocol and packet type in 8 bytes more.
        recordHeaderLength = magic == 0xa1b2_cd34 || magic == 0x34cd_b2a1 ? 24 : 16
        note(fileLinkType)
        note(hasNanoseconds ? .nanoseconds : .microseconds)
        offset += Self.fileHeaderLength
        position += Self.fileHeaderLength
        return true
    }

    /// The next record, or nil when it does not lie whole in `bytes`.
    mutating func nextRecord(in bytes: RawSpan, at offset: inout Int) throws(CaptureError) -> CaptureRecord? {
        let start = offset
        let available = bytes.byteCount - start
        guard available >= recordHeaderLength else {
            wanted = recordHeaderLength
            return nil
        }
        let seconds: UInt32 = load(bytes, start, bigEndian: isBigEndian)
        let fraction: UInt32 = load(bytes, start + 4, bigEndian: isBigEndian)
        var stored: UInt32 = load(bytes, start + 8, bigEndian: isBigEndian)
        var original: UInt32 = load(bytes, start + 12, bigEndian: isBigEndian)
        if lengthOrder != .storedFirst, lengthOrder == .swapped || stored > original { swap(&stored, &original) }
        guard stored <= UInt32(Self.frameLimit) else {
            if let failure { throw failure }
            throw fail(.frameTooLong(stored))
        }
        let length = recordHeaderLength + Int(stored)
        guard available >= length else {
            wanted = length
            return nil
        }
        offset = start + length
        position += length
        frame += 1
        frames += 1
        // 2^32 seconds and as many thousands of nanoseconds stay far below 2^63.
        lastTime = StreamTime(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(fraction) * fractionScale)
        return CaptureRecord(
            frame: frame, time: lastTime, isTimed: true, linkType: fileLinkType, interface: 0,
            wireLength: Int(max(original, stored)), droppedBefore: 0, hasComment: false,
            bytes: start + recordHeaderLength..<start + length)
    }
}
