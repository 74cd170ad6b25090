import Bytes
import NetworkFormats
import Testing
import Timing
import VenueSimulator

@Suite("Simulated captures")
struct CaptureTests {
    struct Capture: CustomTestStringConvertible, Sendable {
        var seed: UInt64
        var format: SimulatedVenue.CaptureFormat
        /// Length and CRC-32/MPEG-2 of the file, the CRC by a Python script; the same bytes by two runs of sha256sum.
        var length: Int
        var checksum: UInt32
        /// Frames that capinfos counts; tshark calls none malformed and no checksum wrong.
        var frames: Int

        var testDescription: String { "seed \(seed)" }
    }

    static let captures = [
        Capture(seed: 0, format: .pcapng, length: 450_640, checksum: 0x5bbd_db30, frames: 691),
        Capture(seed: 1, format: .pcap, length: 188_212, checksum: 0x2d75_bc7b, frames: 658),
        Capture(seed: 2, format: .pcapNanoseconds, length: 449_920, checksum: 0x65e3_b893, frames: 924),
    ]

    @Test("have the same bytes whenever and wherever they are made", arguments: captures)
    func determinism(_ capture: Capture) {
        var venue = SimulatedVenue(.random(seed: capture.seed))
        let bytes = venue.capture(capture.format)
        #expect(bytes.count == capture.length)
        #expect(CRC32MPEG.checksum(bytes.lent) == capture.checksum)
        #expect(SimulatedVenue.play(.random(seed: capture.seed)).datagrams.count == capture.frames)
    }

    struct Flow: CustomTestStringConvertible, Sendable {
        var seed: UInt64
        var source: String
        var port: UInt16
        var ssrc: UInt32
        /// Expected, received, lost, duplicates, reordered.
        var counters: [Int]

        var testDescription: String { "seed \(seed), \(source), port \(port)" }
    }

    /// From `tshark -T fields -e rtp.seq` over the captures, counted by a script after RFC 3550 A.1.
    ///
    /// Where nothing is duplicated and the last packet is the highest, `tshark -z rtp,streams` has the same.
    static let flows = [
        Flow(seed: 0, source: "10.9.0.7", port: 5000, ssrc: 0xa9c6_bca2, counters: [364, 345, 19, 0, 0]),
        Flow(seed: 0, source: "10.9.0.8", port: 5000, ssrc: 0xa9c6_bda3, counters: [364, 346, 18, 0, 0]),
        Flow(seed: 1, source: "fd00::7", port: 5000, ssrc: 0x2f40_ce2d, counters: [333, 328, 5, 0, 0]),
        Flow(seed: 1, source: "fd00::7", port: 5000, ssrc: 0x2f40_cf2e, counters: [333, 330, 3, 0, 0]),
        Flow(seed: 2, source: "10.9.0.7", port: 5000, ssrc: 0x2f43_c440, counters: [208, 202, 6, 4, 27]),
        Flow(seed: 2, source: "10.9.0.7", port: 5040, ssrc: 0, counters: [225, 222, 3, 2, 7]),
        Flow(
            seed: 3, source: "10.9.0.7", port: 5000, ssrc: 0x659d_16e2,
            counters: [480, 352, 128, 8, 3]),
        Flow(seed: 4, source: "fd00::7", port: 5000, ssrc: 0x7e0e_b3ec, counters: [317, 308, 9, 8, 5]),
        Flow(seed: 4, source: "10.9.0.7", port: 5080, ssrc: 0x2392_aaae, counters: [324, 317, 7, 0, 0]),
        Flow(
            seed: 13, source: "10.9.0.7", port: 5120, ssrc: 0x0166_c3c5,
            counters: [440, 433, 7, 0, 27]),
        Flow(seed: 14, source: "fd00::7", port: 5040, ssrc: 0xc297_6f14, counters: [372, 369, 3, 0, 6]),
        Flow(
            seed: 22, source: "10.9.0.7", port: 5000, ssrc: 0x1557_67d4,
            counters: [291, 285, 6, 0, 37]),
    ]

    @Test("hold what other programs count in them", arguments: flows)
    func counters(_ flow: Flow) throws {
        let truth = SimulatedVenue.play(.random(seed: flow.seed)).truth
        let channel = try #require(
            truth.channels.first {
                $0.source.address.description == flow.source && $0.destination.port == flow.port
                    && $0.synchronizationSource == flow.ssrc
            })
        let rtp = try #require(channel.rtp)
        #expect([rtp.expected, rtp.received, rtp.lost, rtp.duplicates, rtp.reordered] == flow.counters)
    }

    @Test("come in chunks that are together the whole")
    func chunks() {
        let spec = VenueSpec.cameras(2, bitRate: 2_000_000, loss: 0.02, isProtected: true)
        var chunks: [[UInt8]] = []
        let truth = SimulatedVenue.write(spec, seconds: 2, format: .pcapng) { chunks.append(copy $0) }
        var whole = spec
        for index in whole.channels.indices { whole.channels[index].setDuration(seconds: 2) }
        var venue = SimulatedVenue(whole)
        #expect(chunks.count > 2)
        #expect(Array(chunks.joined()) == venue.capture(.pcapng))
        #expect(truth == venue.truth())
        // 2 Mbit/s are 2 000 000 / (7 · 1 504) = 189.97 datagrams a second; numbers at the very end may be lost.
        for channel in truth.channels { #expect((360...379).contains(channel.rtp?.expected ?? 0)) }
    }

    @Test("lend their datagrams in order, never on a tick")
    func order() {
        struct Sink: DatagramSink {
            var last = StreamTime(nanoseconds: 0)
            var ordinal: UInt64 = 0
            var wrong = 0
            mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
                if header.time < last || header.ordinal != ordinal + 1 { wrong += 1 }
                if header.time.roundedDown(to: StreamTime.tick) == header.time { wrong += 1 }
                if Int(header.wireLength) != payload.byteCount { wrong += 1 }
                last = header.time
                ordinal = header.ordinal
            }
            mutating func advance(to time: StreamTime) {}
        }
        for seed in 0..<10 {
            var sink = Sink()
            var venue = SimulatedVenue(.random(seed: UInt64(seed)))
            let count = venue.feed(into: &sink)
            #expect(count == Int(sink.ordinal))
            #expect(sink.wrong == 0)
        }
    }
}
