import CaptureFormats
import NetworkFormats
import Pipeline
import Reports
import Testing
import Timing
import VenueSimulator

@Suite("A flow that falls silent")
struct InterruptionTests {
    /// The sender waits for `seconds` after its 200th packet and goes on where it stopped.
    private func play(_ carriage: ChannelSpec.Carriage, pause seconds: Int64) throws -> AnalysisReport {
        let channel = ChannelSpec(
            source: Endpoint(IPAddress(v4: 0x0a09_0002), 40_000),
            destination: Endpoint(IPAddress(v4: 0xef14_0001), 5000), carriage: carriage,
            transport: TransportSpec(bitRate: 400_000), packetsPerDatagram: 3,
            events: [.init(index: 200, silence: StreamDuration(seconds: seconds), kind: .pause)], datagrams: 400)
        var venue = SimulatedVenue(VenueSpec(channels: [channel]))
        var engine = VenueEngine(output: NoSink())
        venue.feed(into: &engine)
        engine.finish()
        return try AnalysisReport(venue: engine.snapshot, capture: CaptureFacts(file: "script", format: .pcap))
    }

    @Test("does not pass, however long the silence", arguments: [Int64(3), 9, 12, 60, 4_000])
    func fails(seconds: Int64) throws {
        for carriage in [ChannelSpec.Carriage.rtpTransport, .udpTransport] {
            let report = try play(carriage, pause: seconds)
            #expect(report.verdict == .fail)
            #expect(report.findings.count(of: "flow.interrupted") == (seconds >= 10 ? 1 : 0))
        }
    }

    @Test("passes when it never stopped")
    func passes() throws {
        #expect(try play(.rtpTransport, pause: 0).verdict == .pass)
    }
}
