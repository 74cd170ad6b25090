import Bytes
import NetworkFormats
import TestSupport
import Testing
import Timing

/// Checks what every sink may rely on, whatever the traffic.
private struct SuspiciousSink: DatagramSink {
    var datagrams = 0
    var broken: Set<String> = []
    var last = Moment(time: StreamTime(nanoseconds: 0), ordinal: 0)

    mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
        datagrams += 1
        check("the stored length is the payload's", payload.byteCount == Int(header.storedLength))
        check("no more is stored than was on the wire", header.storedLength <= header.wireLength)
        check("a datagram is at most 65 527 bytes", header.wireLength <= 65_527)
        check("a code point has six bits", header.dscp < 64)
        check("moments do not fall", header.moment >= last)
        last = header.moment
    }

    mutating func advance(to time: StreamTime) {}

    mutating func observe(_ report: MembershipReport) {
        check("sources fit a packet", report.sources.count < 16_384)
    }

    private mutating func check(_ promise: String, _ holds: Bool) {
        if !holds { broken.insert(promise) }
    }
}

@Suite("Damaged frames")
struct FrameMutationTests {
    static let seeds: [(type: UInt32, frame: [UInt8])] =
        LinkLayerTests.all.map { ($0.linkType, $0.frame) }
        + [FragmentTests.a, FragmentTests.b, FragmentTests.c].map { (101, $0) }
        + IPPacketTests.v4.map { (101, $0.packet) } + IPPacketTests.v6.map { (101, $0.packet) }
        + MembershipTests.igmp.map { (101, Packets.v4(Packets.bytes($0.message), protocol: 2)) }
        + MembershipTests.mld.map { (101, Packets.v6(Packets.bytes($0.message), next: 58)) }
        + [(105, WirelessLANTests.aggregate)]

    @Test("never stop the decoder nor break a promise", arguments: [UInt64(1), 2, 3, 4])
    func mutations(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var decoder = FrameDecoder(options: FrameOptions(verifyChecksums: seed % 2 == 0))
        var sink = SuspiciousSink()
        let types: [UInt32] = [0, 1, 9, 12, 50, 51, 101, 104, 105, 108, 113, 119, 127, 163, 276, 999]
        for round in 0..<4_000 {
            guard var (type, frame) = Self.seeds.randomElement(using: &random) else { return }
            for _ in 0..<Int.random(in: 0...6, using: &random) where !frame.isEmpty {
                let index = Int.random(in: 0..<frame.count, using: &random)
                switch UInt8.random(in: 0...3, using: &random) {
                case 0: frame[index] = .random(in: 0...255, using: &random)
                case 1: frame[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
                case 2: frame[index] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                default: frame.remove(at: index)
                }
            }
            if UInt8.random(in: 0...9, using: &random) == 0 { type = types.randomElement(using: &random) ?? 1 }
            let wire = Bool.random(using: &random) ? frame.count : Int.random(in: 0...70_000, using: &random)
            let moment = Moment(time: StreamTime(nanoseconds: Int64(round) * 1_000), ordinal: UInt64(round + 1))
            decoder.decode(
                frame.lent, linkType: type, wireLength: wire, at: moment, droppedBefore: UInt32(round & 1), into: &sink)
        }
        #expect(decoder.counters.frames == 4_000)
        #expect(decoder.counters.datagrams == sink.datagrams)
        #expect(decoder.counters.all.allSatisfy { $0.count >= 0 })
        #expect(sink.datagrams > 400)
        #expect(sink.broken.isEmpty)
    }

    @Test("of public captures never stop the decoder", .enabled(if: Corpus.isPresent))
    func corpus() throws {
        for name in Corpus.files(below: "corpus") where name.hasSuffix("pcap") || name.hasSuffix("pcapng") {
            guard let bytes = try? Corpus.bytes(name), bytes.count < 300_000 else { continue }
            let captured = try CapturedFrames(name)
            var decoder = FrameDecoder()
            var sink = SuspiciousSink()
            for (index, frame) in captured.frames.enumerated() {
                let moment = Moment(time: StreamTime(nanoseconds: Int64(index)), ordinal: UInt64(index + 1))
                for (type, wire) in [(frame.linkType, frame.wireLength), (113, 0), (105, .max)] {
                    decoder.decode(
                        captured.bytes.lent.extracting(frame.range), linkType: type, wireLength: wire, at: moment,
                        into: &sink)
                }
            }
            #expect(decoder.counters.frames == captured.frames.count * 3)
            #expect(sink.broken.isEmpty)
        }
    }
}
