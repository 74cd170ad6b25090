import Bytes
import NetworkFormats
import Testing
import Timing

@Suite("IP fragments")
struct FragmentTests {
    static let payload = Packets.pattern(4_000)
    static let datagram = Packets.udp(payload)

    /// A fragment of an IPv4 packet that carries `range` of `content`.
    static func piece(
        _ range: Range<Int>, of content: [UInt8] = datagram, more: Bool? = nil, identification: UInt16 = 1,
        at offset: Int? = nil, ttl: UInt8 = 9
    ) -> [UInt8] {
        let isMore = more ?? (range.upperBound < content.count)
        let flags = UInt16((offset ?? range.lowerBound) / 8) | (isMore ? 0x2000 : 0)
        return Packets.v4(Array(content[range]), flags: flags, identification: identification, ttl: ttl)
    }

    /// A fragment of an IPv6 packet that carries `range` of `content`, whose first header is `next`.
    static func piece6(
        _ range: Range<Int>, of content: [UInt8], next: UInt8 = 17, more: Bool? = nil, identification: UInt32 = 1
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(next)
        writer.write(UInt8(0))
        writer.write(UInt16(range.lowerBound) | (more ?? (range.upperBound < content.count) ? 1 : 0))
        writer.write(identification)
        writer.write(contentsOf: Array(content[range]))
        return Packets.v6(writer.bytes, next: 44)
    }

    static let a = piece(0..<1_480)
    static let b = piece(1_480..<2_960)
    static let c = piece(2_960..<4_008)

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var frames: [[UInt8]]
        var payloads: [[UInt8]]
        /// Fragments that became part of nothing.
        var left: Int
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "in order", frames: [a, b, c], payloads: [payload], left: 0),
        Case(name: "last first", frames: [c, b, a], payloads: [payload], left: 0),
        Case(name: "middle last", frames: [c, a, b], payloads: [payload], left: 0),
        Case(name: "each twice", frames: [a, a, b, b, c], payloads: [payload], left: 2),
        Case(name: "the whole twice", frames: [a, b, c, a, b, c], payloads: [payload, payload], left: 0),
        Case(name: "one missing", frames: [a, c], payloads: [], left: 2),
        Case(name: "only the last", frames: [c], payloads: [], left: 1),
        Case(
            name: "of other packets between", frames: [a, piece(0..<1_480, identification: 2), b, c],
            payloads: [payload], left: 1),
        Case(
            name: "within an earlier one", frames: [a, piece(80..<160, more: true), b, c], payloads: [payload], left: 1),
        // What hosts do with overlap (RFC 5722, and Linux for IPv4 too): nothing of the packet is kept.
        Case(name: "overlapping", frames: [a, piece(1_472..<2_960, more: true), c], payloads: [], left: 3),
        Case(name: "around an earlier one", frames: [piece(80..<160), piece(0..<1_480), b, c], payloads: [], left: 4),
        Case(
            name: "teardrop", frames: [piece(0..<1_480), piece(1_400..<1_440, more: false), b], payloads: [], left: 3),
        Case(name: "with two ends", frames: [a, c, piece(1_480..<2_000, more: false), b], payloads: [], left: 4),
        Case(name: "behind the end", frames: [piece(1_480..<2_960, more: false), c, a], payloads: [], left: 3),
        Case(name: "end before another", frames: [c, piece(1_480..<2_960, more: false), a], payloads: [], left: 3),
        Case(name: "not of whole units", frames: [a, piece(1_480..<2_959, more: true), b, c], payloads: [], left: 4),
        Case(name: "without bytes", frames: [a, piece(1_480..<1_480, more: true), b, c], payloads: [], left: 4),
        Case(name: "ping of death", frames: [a, piece(0..<1_480, more: false, at: 65_528)], payloads: [], left: 2),
    ]

    @Test("are put together, or not at all", arguments: cases)
    func reassembly(_ example: Case) {
        let (sink, counters) = decoded(example.frames, linkType: 101)
        #expect(sink.payloads == example.payloads)
        #expect(counters.fragment == example.left)
        #expect(counters.fragmentsReassembled == example.frames.count - example.left)
        #expect(counters.datagramsReassembled == example.payloads.count)
        #expect(counters.checksumMismatches == 0)
    }

    @Test("give the longest packet there is")
    func longest() {
        let payload = Packets.pattern(65_507)
        var writer = ByteWriter()
        UDPFrame.rawIP(source: Packets.source, destination: Packets.group, payload: payload.lent, into: &writer)
        let content = Array(writer.bytes[20...])
        let frames = stride(from: 0, to: content.count, by: 1_400).map {
            Self.piece($0..<min($0 + 1_400, content.count), of: content)
        }
        let (sink, counters) = decoded(frames.reversed(), linkType: 101, options: FrameOptions(verifyChecksums: true))
        #expect(sink.payloads == [payload])
        #expect(counters.checksumMismatches == 0)
    }

    @Test("give a datagram the moment of the last to come, the header of the first part, and the drops of all")
    func facts() {
        var sink = CollectingSink()
        var decoder = FrameDecoder()
        let frames = [Self.c, Self.piece(0..<1_480, ttl: 33), Self.b]
        for (index, frame) in frames.enumerated() {
            decoder.decode(
                frame, 101, ordinal: UInt64(10 + index), milliseconds: Int64(index), droppedBefore: 1, into: &sink)
        }
        let time = StreamTime(nanoseconds: 2_000_000)
        let want = DatagramHeader(
            time: time, ordinal: 12, source: Packets.source, destination: Packets.group, droppedBefore: 3,
            wireLength: 4_000, storedLength: 4_000, ttl: 33, dscp: 0)
        #expect(sink.headers == [want])
    }

    @Test("with a wrong header checksum make the datagram's wrong, or are left out when asked for")
    func checksums() {
        var wrong = Self.b
        wrong[8] = 200
        let frames = [Self.a, wrong, Self.c]
        #expect(
            decoded(frames, linkType: 101).counters.spoken == [
                "frames 3", "datagrams 1", "checksumMismatches 1", "fragmentsReassembled 3", "datagramsReassembled 1",
            ])
        #expect(
            decoded(frames, linkType: 101, options: FrameOptions(verifyChecksums: true)).counters.spoken == [
                "frames 3", "fragment 2", "badChecksum 1", "checksumMismatches 1",
            ])
    }

    @Test("that the capture cut give a cut datagram: its beginning as far as it is whole")
    func truncation() {
        var sink = CollectingSink()
        var decoder = FrameDecoder()
        for frame in [Self.a, Self.b, Self.c] {
            let held = frame == Self.a ? frame : Array(frame[..<60])
            decoder.decode(held, 101, wireLength: frame.count, into: &sink)
        }
        // 1 480 bytes of the first and 40 of the second, less the UDP header.
        #expect(sink.payloads == [Array(Self.payload[..<1_512])])
        #expect(sink.headers.map(\.wireLength) == [4_000])
        #expect(sink.headers.map(\.isTruncated) == [true])
        #expect(decoder.counters.truncatedFrames == 2)
    }

    @Test("of IPv6 are put together, extension headers behind the fragment header included")
    func version6() {
        let options = Packets.bytes("1100 010400000000")
        let plain = Array(Packets.v6[40...])
        let long = options + plain
        let twice = [
            Self.piece6(0..<8, of: long, next: 60), Self.piece6(8..<21, of: long, next: 60),
            Self.piece6(8..<13, of: plain, identification: 2), Self.piece6(0..<8, of: plain, identification: 2),
        ]
        let (sink, counters) = decoded(twice, linkType: 101, options: FrameOptions(verifyChecksums: true))
        #expect(sink.payloads == [Packets.hello, Packets.hello])
        #expect(counters.fragment == 0)
        #expect(sink.headers.map(\.source) == [Packets.source6, Packets.source6])

        let nested = Packets.bytes("2c00 010400000000 1100 0001 00000009") + plain
        let inside = [Self.piece6(0..<16, of: nested, next: 60), Self.piece6(16..<29, of: nested, next: 60)]
        #expect(decoded(inside, linkType: 101).counters.malformed == 1)
    }

    @Test("wait for the rest at most five seconds of stream time")
    func age() {
        for (wait, expected) in [(Int64(5_000), 1), (5_001, 0)] {
            var sink = CollectingSink()
            var decoder = FrameDecoder()
            decoder.decode(Self.a, 101, milliseconds: 0, into: &sink)
            decoder.decode(Self.b, 101, milliseconds: 10, into: &sink)
            decoder.decode(Self.c, 101, milliseconds: wait, into: &sink)
            #expect(sink.headers.count == expected)
        }
    }

    @Test("of 256 packets wait at once; the one more pushes the oldest out")
    func packetLimit() {
        for (others, expected) in [(UInt16(255), 1), (256, 0)] {
            var sink = CollectingSink()
            var decoder = FrameDecoder()
            decoder.decode(Self.a, 101, into: &sink)
            decoder.decode(Self.b, 101, into: &sink)
            for number in 0..<others {
                decoder.decode(Self.piece(0..<8, identification: 1_000 + number), 101, into: &sink)
            }
            decoder.decode(Self.c, 101, into: &sink)
            #expect(sink.headers.count == expected)
        }
    }

    @Test("hold at most 4 MiB; more pushes the oldest out")
    func byteLimit() {
        // A fragment far behind makes room for everything before it: 65 288 bytes. 64 of them fit beside two short ones.
        for (others, expected) in [(UInt16(64), 1), (65, 0)] {
            var sink = CollectingSink()
            var decoder = FrameDecoder()
            decoder.decode(Self.a, 101, into: &sink)
            decoder.decode(Self.b, 101, into: &sink)
            for number in 0..<others {
                decoder.decode(
                    Self.piece(0..<8, more: true, identification: 1_000 + number, at: 65_280), 101, into: &sink)
            }
            decoder.decode(Self.c, 101, into: &sink)
            #expect(sink.headers.count == expected)
        }
    }

    @Test("in many small stretches are given up at the sixty-fifth")
    func stretchLimit() {
        let content = Packets.udp(Packets.pattern(2_000))
        let even = stride(from: 0, to: 128 * 8, by: 16).map { Self.piece($0..<($0 + 8), of: content) }
        let odd = stride(from: 8, to: 128 * 8, by: 16).map { Self.piece($0..<($0 + 8), of: content) }
        let rest = Self.piece(1_024..<content.count, of: content)
        #expect(decoded(even + odd + [rest], linkType: 101).counters.datagrams == 1)
        let far = Self.piece(1_040..<1_048, of: content)
        #expect(decoded(even + [far] + odd + [rest], linkType: 101).counters.datagrams == 0)
    }
}
