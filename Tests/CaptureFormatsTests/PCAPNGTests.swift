import Bytes
import CaptureFormats
import Testing
import Timing

@Suite("pcapng")
struct PCAPNGTests {
    static let little = BlockBuilder()
    static let big = BlockBuilder(isBigEndian: true)

    /// Two interfaces with their own link type, snap length, resolution and offset, and every packet block.
    static func sample(_ build: BlockBuilder) -> [UInt8] {
        let simple = build.block(3, build.number(300 as UInt32) + [UInt8](repeating: 9, count: 8))
        let packet = build.block(
            2,
            build.number(1 as UInt16) + build.number(4 as UInt16) + build.number(0 as UInt32)
                + build.number(5_000 as UInt32) + build.number(2 as UInt32) + build.number(70 as UInt32)
                + [7, 7, 0, 0] + build.option(1, Array("old".utf8)))
        return build.section(options: build.option(4, Array("editcap".utf8)) + build.option(1, Array("day 1".utf8)))
            + build.interface(1, snap: 8)
            + build.interface(113, options: build.option(9, [3]) + build.option(14, build.number(-2 as Int64)))
            + build.enhanced(0, ticks: 1_340_954_905_298_858, [1, 2, 3, 4, 5], wire: 1_000)
            + build.block(0xbad, build.number(32_473 as UInt32))
            + build.enhanced(
                1, ticks: 4_500, [6],
                options: build.option(2, [0, 0, 0, 1]) + build.option(1, Array("look".utf8))
                    + build.option(4, build.number(3 as UInt64)) + build.number(0 as UInt32))
            + build.block(4, build.number(0 as UInt32)) + simple + packet
            + build.statistics(
                0,
                options: build.option(3, build.number(UInt32(312_213)) + build.number(UInt32(1)))
                    + build.option(5, build.number(20 as UInt64)) + build.option(7, build.number(2 as UInt64)))
    }

    @Test("reads interfaces, stamps, comments, drops and every packet block", arguments: [false, true])
    func everything(isBigEndian: Bool) throws {
        let capture = Decoded(Self.sample(isBigEndian ? Self.big : Self.little))
        #expect(capture.error == nil && capture.cut == nil)
        try #require(capture.frames.count == 4)
        // Wireshark gives the custom block a number of its own: 2.
        #expect(capture.numbers == [1, 3, 4, 5])
        // Interface 1 counts milliseconds and lies two seconds back; a simple packet has no stamp of its own.
        #expect(capture.times == [1_340_954_905_298_858_000, 2_500_000_000, 2_500_000_000, 3_000_000_000])
        #expect(capture.frames.map(\.record.isTimed) == [true, true, false, true])
        #expect(capture.frames.map(\.record.linkType.rawValue) == [1, 113, 1, 113])
        #expect(capture.frames.map(\.record.interface) == [0, 1, 0, 1])
        #expect(capture.frames.map(\.record.wireLength) == [1_000, 1, 300, 70])
        #expect(capture.frames.map(\.bytes.count) == [5, 1, 8, 2])
        #expect(capture.frames.map(\.record.droppedBefore) == [0, 3, 0, 4])
        #expect(capture.frames.map(\.record.hasComment) == [false, true, false, true])
        #expect(capture.facts.frames == 4)
        #expect(
            capture.facts.comments == [
                CaptureComment(frame: 0, text: "day 1"), CaptureComment(frame: 3, text: "look"),
                CaptureComment(frame: 5, text: "old"),
            ])
        // Interface 0 states 20 + 2 drops; interface 1 counts 3 + 4 before its frames.
        #expect(capture.facts.drops == 29)
        #expect(capture.facts.application == "editcap")
        // 312 213 * 2^32 + 1 microseconds.
        #expect(capture.facts.endTime == StreamTime(nanoseconds: 1_340_944_624_386_049_000))
        #expect(capture.facts.linkTypes.map(\.description) == ["EN10MB", "LINUX_SLL"])
        #expect(capture.facts.resolutions.map(\.description) == ["us", "ms"])
        #expect(capture.facts.skippedBlocks == 2)
    }

    @Test("gives the same in pieces, and whole records with a cut for every prefix")
    func prefixes() {
        let bytes = Self.sample(Self.little)
        let whole = Decoded(bytes)
        for piece in [1, 5, 12, 33, 100] { #expect(Decoded(bytes, piece: piece) == whole) }
        for length in 0..<bytes.count {
            let capture = Decoded(Array(bytes[..<length]))
            #expect(capture.error == nil)
            #expect(capture.frames == Array(whole.frames.prefix(capture.frames.count)))
            if let cut = capture.cut { #expect(cut.offset < length && cut.frames == UInt64(capture.frames.count)) }
        }
    }

    @Test("forgets the interfaces of a section, its application and its end, and keeps its drops")
    func sections() {
        let first = Self.little
        let second = Self.big
        let bytes =
            first.section(options: first.option(4, Array("stadium".utf8))) + first.interface(resolution: 9)
            + first.enhanced(ticks: 5) + first.statistics(options: first.option(5, first.number(7 as UInt64)))
            + second.section() + second.interface(resolution: 6, offset: 1) + second.enhanced(ticks: 5)
            + second.statistics(options: second.option(5, second.number(2 as UInt64)))
            + second.statistics(options: second.option(5, second.number(3 as UInt64)))
        let capture = Decoded(bytes)
        #expect(capture.error == nil && capture.cut == nil)
        #expect(capture.times == [5, 1_000_005_000])
        // The later statistics of an interface replace the earlier ones.
        #expect(capture.facts.drops == 10)
        #expect(capture.facts.application == nil)
        #expect(capture.facts.endTime == nil)
        #expect(capture.facts.resolutions == [.nanoseconds, .microseconds])
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let tail: [UInt8]
        let want: CaptureError.Reason
        var testDescription: String { name }
    }

    static let refusals: [Refusal] = [
        Refusal(
            name: "length 0", tail: little.number(6 as UInt32) + [UInt8](repeating: 0, count: 20), want: .blockLength(0)
        ),
        Refusal(
            name: "length 13", tail: little.number(0x777 as UInt32) + little.number(13 as UInt32) + [0, 0, 0, 0, 0],
            want: .blockLength(13)),
        Refusal(
            name: "length over 16 MiB",
            tail: little.number(0x777 as UInt32) + little.number(0x100_0004 as UInt32) + [0, 0, 0, 0],
            want: .blockLength(0x100_0004)),
        Refusal(
            name: "two lengths", tail: Array(little.enhanced().dropLast(4)) + little.number(40 as UInt32),
            want: .blockLengthsDiffer(first: 36, second: 40)),
        Refusal(name: "a frame beyond its block", tail: little.enhanced(stored: 5), want: .frameBeyondBlock(5)),
        Refusal(name: "a frame too long", tail: little.enhanced(stored: 262_145), want: .frameTooLong(262_145)),
        Refusal(name: "an unknown interface", tail: little.enhanced(1), want: .unknownInterface(1)),
        Refusal(name: "statistics of one", tail: little.statistics(9, options: []), want: .unknownInterface(9)),
        Refusal(name: "an enhanced packet without room", tail: little.block(6, [0, 0, 0, 0]), want: .blockLength(16)),
        Refusal(name: "a packet without room", tail: little.block(2, [0, 0, 0, 0]), want: .blockLength(16)),
        Refusal(name: "a simple packet without room", tail: little.block(3, []), want: .blockLength(12)),
        Refusal(
            name: "a simple packet beyond its block", tail: little.block(3, little.number(5 as UInt32) + [0, 0, 0, 0]),
            want: .frameBeyondBlock(5)),
        Refusal(name: "an interface without room", tail: little.block(1, [0, 0, 0, 0]), want: .blockLength(16)),
        Refusal(name: "statistics without room", tail: little.block(5, [0, 0, 0, 0]), want: .blockLength(16)),
        Refusal(
            name: "a section without room", tail: little.block(0x0a0d_0d0a, little.number(0x1a2b_3c4d as UInt32)),
            want: .blockLength(16)),
        Refusal(
            name: "a section of no byte order", tail: little.block(0x0a0d_0d0a, [1, 2, 3, 4]),
            want: .byteOrder(0x0102_0304)),
        Refusal(name: "version 2.0", tail: little.section(major: 2), want: .unsupportedVersion(major: 2, minor: 0)),
    ]

    @Test("says which block is damaged, where, and keeps the frames before it", arguments: refusals)
    func refuses(_ refusal: Refusal) {
        let good = Self.little.section() + Self.little.interface() + Self.little.enhanced() + Self.little.enhanced()
        let capture = Decoded(good + refusal.tail)
        #expect(capture.error == CaptureError(offset: good.count, frames: 2, reason: refusal.want))
        #expect(capture.frames.count == 2)
    }

    @Test("stops at an option that reaches beyond its block, and keeps the frame")
    func options() {
        let build = Self.little
        let overlong = build.number(1 as UInt16) + build.number(200 as UInt16) + [0x41, 0x41, 0x41, 0x41]
        let capture = Decoded(build.section() + build.interface() + build.enhanced(options: overlong))
        #expect(capture.error == nil && capture.frames.count == 1)
        #expect(capture.facts.commentCount == 0)
    }

    @Test("keeps memory bounded: interfaces, comments, texts")
    func bounds() {
        let build = Self.little
        var many = build.section()
        for _ in 0...CaptureDecoder.interfaceLimit { many += build.interface() }
        #expect(Decoded(many).error?.reason == .tooManyInterfaces(limit: CaptureDecoder.interfaceLimit))

        var talkative = build.section() + build.interface()
        let comment = build.option(1, [UInt8](repeating: 0x41, count: 5_000))
        for _ in 0..<CaptureDecoder.commentLimit + 5 { talkative += build.enhanced(options: comment) }
        let capture = Decoded(talkative)
        #expect(capture.facts.commentCount == CaptureDecoder.commentLimit + 5)
        #expect(capture.facts.comments.count == CaptureDecoder.commentLimit)
        #expect(capture.facts.comments.first?.text.utf8.count == CaptureDecoder.textLimit)
    }

    @Test("does not trap on stamps, offsets and counters at the ends of their ranges")
    func extremes() {
        let build = Self.little
        for offset in [Int64.min, -1, 1, .max] {
            let bytes =
                build.section() + build.interface(resolution: 0, offset: offset) + build.enhanced(ticks: .max)
                + build.enhanced(ticks: 0, options: build.option(4, build.number(UInt64.max)))
                + build.enhanced(ticks: 0, options: build.option(4, build.number(UInt64.max - 1)))
                + build.statistics(
                    options: build.option(5, build.number(UInt64.max - 1)) + build.option(7, build.number(5 as UInt64)))
            let capture = Decoded(bytes)
            #expect(capture.frames.count == 3 && capture.error == nil)
            #expect(capture.facts.drops == .max)
        }
    }
}
