import CaptureFormats
import NetworkFormats
import PacketIO
import TestSupport
import Testing
import Timing

@Suite("Capture filter")
struct FilterTests {
    /// Ports 5 000 and 5 002 in turn on Ethernet, then one datagram of 5 000 as raw IP.
    static let mixed: [UInt8] = {
        let writer = PCAPNGWriter()
        var bytes = writer.sectionHeader() + writer.interface(.ethernet) + writer.interface(.raw)
        for index in 0..<6 {
            let frame = Sample.frame(port: index % 2 == 0 ? 5_000 : 5_002)
            bytes += writer.frame(frame, at: Sample.time(Double(index)), droppedBefore: UInt32(index))
        }
        let packet = Array(Sample.frame(port: 5_000).dropFirst(14))
        return bytes + writer.frame(packet, at: Sample.time(6), interface: 1)
    }()

    struct Case: Sendable, CustomTestStringConvertible {
        let expression: String
        let ordinals: [UInt64]
        let drops: [UInt32]
        var testDescription: String { expression }
    }

    static let cases = [
        Case(expression: "", ordinals: [1, 2, 3, 4, 5, 6, 7], drops: [0, 1, 2, 3, 4, 5, 0]),
        Case(expression: "udp dst port 5000", ordinals: [1, 3, 5, 7], drops: [0, 3, 7, 5]),
        Case(expression: "dst host 239.1.1.1 and udp port 5002", ordinals: [2, 4, 6], drops: [1, 5, 9]),
        Case(expression: "tcp", ordinals: [], drops: []),
        // libpcap knows no hardware addresses on raw IP: frames of that link type do not match.
        Case(expression: "ether multicast", ordinals: [1, 2, 3, 4, 5, 6], drops: [0, 1, 2, 3, 4, 5]),
    ]

    @Test("lets matching frames pass on every link type, with the drops told by those left out", arguments: cases)
    func passes(_ example: Case) throws {
        let reading = try Reading(bytes: Self.mixed, CaptureOptions(filter: example.expression))
        #expect(reading.taken.ordinals == example.ordinals)
        #expect(reading.taken.headers.map(\.droppedBefore) == example.drops)
        #expect(reading.facts.skipped["filtered"] == UInt64(7 - example.ordinals.count))
        #expect(reading.facts.frames == 7)
        #expect(reading.endTime == Sample.time(6))
    }

    @Test("that is wrong is refused with libpcap's words", arguments: [Sample.pcap(at: [0]), mixed])
    func wrong(_ bytes: [UInt8]) throws {
        let file = try TemporaryFile(bytes)
        let failure = #expect(throws: CaptureFailure.self) {
            try Reading(file.path, CaptureOptions(filter: "udp and and"))
        }
        #expect(failure?.description.contains("syntax error") == true)
        #expect(failure?.description.contains("udp and and") == true)
    }

    @Test("passes as many frames as tcpdump prints", .enabled(if: Corpus.isPresent))
    func corpus() throws {
        let path = Corpus.path("corpus/peer/siteA.pcap")
        // tcpdump -r siteA.pcap 'udp dst port 5004' | wc -l
        let reading = try Reading(path, CaptureOptions(filter: "udp dst port 5004"))
        #expect(reading.taken.headers.count == 627)
        #expect(reading.facts.skipped["filtered"] == 1_700 - 627)
    }
}
