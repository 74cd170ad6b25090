import NetworkFormats
import TestSupport
import Testing

/// How many datagrams of a flow a capture holds, and how many payload bytes they had on the wire.
struct Flow: Hashable, CustomStringConvertible {
    var source: String
    var destination: String
    var ttl: UInt8
    var datagrams: Int
    var bytes: Int

    var description: String { "\(source) > \(destination) ttl \(ttl): \(datagrams), \(bytes) bytes" }

    /// The flows of what a sink took, sorted by destination.
    static func all(of sink: CollectingSink) -> [Flow] {
        var flows: [String: Flow] = [:]
        for header in sink.headers {
            let source = header.source.address.description
            let destination = header.destination.description
            let key = "\(source) \(destination) \(header.ttl)"
            flows[key, default: Flow(source: source, destination: destination, ttl: header.ttl, datagrams: 0, bytes: 0)]
                .datagrams += 1
            flows[key]?.bytes += Int(header.wireLength)
        }
        return flows.values.sorted { $0.destination < $1.destination }
    }
}

@Suite("Frames of public captures", .enabled(if: Corpus.isPresent))
struct FrameCorpusTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var flows: [Flow]
        var mismatches: Int
        var testDescription: String { name }
    }

    // From tshark -T fields -e ip.src -e ip.dst -e udp.dstport -e udp.length -e ip.ttl, and its udp.checksum.status.
    static let siteA = [
        Flow(source: "10.77.0.1", destination: "239.10.1.1:5004", ttl: 4, datagrams: 627, bytes: 832_656),
        Flow(source: "10.77.0.1", destination: "239.10.1.1:5005", ttl: 4, datagrams: 2, bytes: 56),
        Flow(source: "10.77.0.1", destination: "239.10.1.1:5006", ttl: 4, datagrams: 121, bytes: 162_624),
        Flow(source: "10.77.0.1", destination: "239.10.1.1:5008", ttl: 16, datagrams: 125, bytes: 168_000),
        Flow(source: "10.77.0.1", destination: "239.10.1.2:5000", ttl: 4, datagrams: 821, bytes: 980_796),
    ]
    static let carrier = [
        Flow(source: "222.217.102.42", destination: "239.81.0.195:4055", ttl: 124, datagrams: 55, bytes: 74_360),
        Flow(source: "222.217.102.42", destination: "239.81.0.195:4056", ttl: 124, datagrams: 1_090, bytes: 1_447_520),
    ]

    @Test(
        "give the flows that tshark finds",
        arguments: [
            Case(name: "peer/siteA.pcap", flows: siteA, mismatches: 1_696),
            Case(name: "peer/siteB_snap96.pcap", flows: siteA, mismatches: 2),
            Case(name: "mut/vlan20.pcap", flows: siteA, mismatches: 1_696),
            Case(name: "rtp2httpd__fec_sample.pcapng", flows: carrier, mismatches: 0),
        ])
    func flows(_ example: Case) throws {
        let (sink, counters) = try CapturedFrames("corpus/" + example.name).decode()
        #expect(Flow.all(of: sink) == example.flows)
        #expect(counters.checksumMismatches == example.mismatches)
        #expect(counters.datagrams == sink.headers.count)
    }
}
