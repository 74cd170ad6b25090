import CaptureFormats
import Channels
import NetworkFormats
import Pipeline
import Reports
import Testing
import Timing
import VenueRuntime
import VenueSettings
import VenueSimulator

@Suite("Names that a person gives")
struct GivenNameTests {
    @Test("come from the addresses to join that have one")
    func configuration() throws {
        var configuration = VenueConfiguration()
        configuration.join = [
            "rtp://239.20.0.1:5000?name=Goal%20line", "udp://239.20.0.2:5000", "rtp://[ff3e::1]:5004?name=T%C3%BCr",
            "rtp://nowhere",
        ]
        let group = try #require(IPAddress("ff3e::1"))
        #expect(
            VenueParameters(configuration).names == [
                Endpoint(IPAddress(v4: 0xef14_0001), 5000): "Goal line", Endpoint(group, 5004): "Tür",
            ])
        #expect(VenueParameters(VenueConfiguration()).names.isEmpty)
    }

    @Test("stand in the report for the channels that are sent there")
    func report() throws {
        let specs = (0..<2).map { index in
            ChannelSpec(
                source: Endpoint(IPAddress(v4: 0x0a09_0002), 40_000),
                destination: Endpoint(IPAddress(v4: 0xef14_0001 + UInt32(index)), 5000),
                transport: TransportSpec(bitRate: 400_000), datagrams: 100)
        }
        var parameters = VenueParameters()
        parameters.names = [specs[1].destination: "Goal line"]
        var venue = SimulatedVenue(VenueSpec(channels: specs))
        var engine = VenueEngine(parameters: parameters, output: NoSink())
        venue.feed(into: &engine)
        engine.finish()
        let report = try AnalysisReport(venue: engine.snapshot, capture: CaptureFacts(file: "script", format: .pcap))
        #expect(report.channels.map(\.name) == ["239.20.0.1:5000", "Goal line"])
        #expect(engine.channelCount == 2)
        #expect(engine.directory.sessions.isEmpty)
        #expect(engine.history(of: 0) == nil)
    }
}
