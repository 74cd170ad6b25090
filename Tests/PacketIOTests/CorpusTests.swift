import CaptureFormats
import NetworkFormats
import PacketIO
import TestSupport
import Testing
import Timing

@Suite("Public captures as a source", .enabled(if: Corpus.isPresent))
struct CorpusTests {
    struct Capture: Sendable, CustomTestStringConvertible {
        let file: String
        let frames: UInt64
        let datagrams: Int
        var truncated: UInt64 = 0
        var gaps: [UInt64] = []
        var testDescription: String { file }
    }

    static let captures = [
        // capinfos -c; tshark -Y udp | wc -l.
        Capture(file: "peer/siteA.pcap", frames: 1_700, datagrams: 1_696),
        Capture(file: "rtp2httpd__fec_sample.pcapng", frames: 1_145, datagrams: 1_145),
        // Records with a stored length below the wire length, counted in Python.
        Capture(file: "peer/siteB_snap96.pcap", frames: 1_699, datagrams: 1_696, truncated: 1_694),
        // The frames that tshark stamps over an hour behind the one before.
        Capture(file: "zeek__mixed-vlan-mpls.pcap", frames: 47, datagrams: 0, gaps: [12, 34]),
    ]

    @Test("give the datagrams that tshark finds", arguments: captures)
    func counts(_ capture: Capture) throws {
        let reading = try Reading(Corpus.path("corpus/" + capture.file))
        #expect(reading.facts.frames == capture.frames)
        #expect(reading.taken.headers.count == capture.datagrams)
        #expect(reading.facts.truncatedFrames == capture.truncated)
        #expect(reading.facts.clockSteps.map(\.frame) == capture.gaps)
        #expect(reading.facts.clockSteps.allSatisfy { $0.kind == .gap })
        #expect(!reading.taken.fell && reading.facts.cut == nil)
    }

    @Test("bear the numbers and instants that tshark prints")
    func moments() throws {
        let reading = try Reading(Corpus.path("corpus/peer/siteA.pcap"))
        let first = try #require(reading.taken.headers.first)
        // Frame 3 is the first UDP datagram, at 1795996152.531959000 to port 5000; frame 1700 is the last of all.
        #expect(first.ordinal == 3)
        #expect(first.time.nanoseconds == 1_795_996_152_531_959_000)
        #expect(first.destination.port == 5_000)
        #expect(reading.facts.firstTime?.nanoseconds == 1_795_996_152_021_169_000)
        #expect(reading.endTime?.nanoseconds == 1_795_996_161_893_179_000)
    }

    @Test("all end without a trap, whatever they are")
    func everything() {
        for name in Corpus.files(below: "corpus") where !name.hasSuffix(".tsv") {
            let isCapture = !name.hasSuffix(".ts")
            let reading = try? Reading(Corpus.path(name))
            if !isCapture { #expect(reading == nil, "\(name)") }
            if let reading { #expect(!reading.taken.fell, "\(name)") }
        }
    }
}
