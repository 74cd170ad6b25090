import Bytes
import NetworkFormats
import TestSupport
import Timing

/// The frames of a capture file, read with as few rules as the corpus needs (pcap, and pcapng's enhanced packets).
struct CapturedFrames {
    struct Frame {
        var linkType: UInt32
        var wireLength: Int
        var range: Range<Int>
    }

    let bytes: [UInt8]
    private(set) var frames: [Frame] = []

    init(_ name: String) throws {
        bytes = try Corpus.bytes(name)
        if bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) { readBlocks() } else { readRecords() }
    }

    private func word(_ offset: Int, _ isBig: Bool) -> Int {
        let word = (0..<4).map { UInt32(bytes[offset + (isBig ? $0 : 3 - $0)]) }
        return Int(word[0] << 24 | word[1] << 16 | word[2] << 8 | word[3])
    }

    private mutating func readRecords() {
        guard bytes.count >= 24 else { return }
        let isBig = bytes[0] == 0xA1
        let linkType = UInt32(truncatingIfNeeded: word(20, isBig) & 0xFFFF)
        var offset = 24
        while offset + 16 <= bytes.count {
            let length = word(offset + 8, isBig)
            guard offset + 16 + length <= bytes.count else { return }
            frames.append(
                Frame(
                    linkType: linkType, wireLength: word(offset + 12, isBig),
                    range: (offset + 16)..<(offset + 16 + length)))
            offset += 16 + length
        }
    }

    private mutating func readBlocks() {
        var isBig = false
        var linkTypes: [UInt32] = []
        var offset = 0
        while offset + 12 <= bytes.count {
            if word(offset, false) == 0x0A0D_0D0A {
                isBig = bytes[offset + 8] == 0x1A
                linkTypes = []
            }
            let length = word(offset + 4, isBig)
            guard length >= 12, offset + length <= bytes.count else { return }
            switch word(offset, isBig) {
            case 1:
                let pair = [bytes[offset + 8], bytes[offset + 9]].map(UInt32.init)
                linkTypes.append(isBig ? pair[0] << 8 | pair[1] : pair[1] << 8 | pair[0])
            case 6:
                let number = word(offset + 8, isBig)
                let captured = word(offset + 20, isBig)
                guard number < linkTypes.count, captured <= length - 32 else { break }
                frames.append(
                    Frame(
                        linkType: linkTypes[number], wireLength: word(offset + 24, isBig),
                        range: (offset + 28)..<(offset + 28 + captured)))
            default: break
            }
            offset += length
        }
    }

    /// Decodes every frame, numbered from 1 and one millisecond apart.
    func decode(_ options: FrameOptions = FrameOptions()) -> (sink: CollectingSink, counters: FrameCounters) {
        var sink = CollectingSink()
        var decoder = FrameDecoder(options: options)
        for (index, frame) in frames.enumerated() {
            let moment = Moment(
                time: StreamTime(nanoseconds: Int64(index) * 1_000_000), ordinal: UInt64(index + 1))
            decoder.decode(
                bytes.lent.extracting(frame.range), linkType: frame.linkType, wireLength: frame.wireLength, at: moment,
                into: &sink)
        }
        return (sink, decoder.counters)
    }
}
