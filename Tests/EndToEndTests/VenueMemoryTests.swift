import History
import NetworkFormats
import Pipeline
import Testing
import Timing
import TransportStream
import VenueSimulator

@Suite("A venue's limit of memory")
struct VenueMemoryTests {
    /// Feeds a venue and writes down what all histories hold together, half a second behind each whole second.
    private struct Meter: DatagramSink {
        var engine: VenueEngine<NoSink>
        var most = 0
        private var lastSecond: Int64 = 0

        init(_ parameters: VenueParameters) { engine = VenueEngine(parameters: parameters, output: NoSink()) }

        mutating func ingest(_ header: DatagramHeader, _ payload: RawSpan) {
            engine.ingest(header, payload)
            let second = header.time.nanoseconds / 1_000_000_000
            if second != lastSecond {
                lastSecond = second
                most = max(most, engine.snapshot.channels.reduce(0) { $0 + $1.historyBytes })
            }
        }

        mutating func advance(to time: StreamTime) { engine.advance(to: time) }
    }

    private func play(memory: Int?, channelCap: Int = .max) -> Meter {
        // 0.4, 0.4 and 3.2 Mb/s for 20 s: 1, 1 and 8 MB.
        let specs = [400_000, 400_000, 3_200_000].enumerated().map { index, rate in
            ChannelSpec(
                source: Endpoint(IPAddress(v4: 0x0a09_0002), 40_000),
                destination: Endpoint(IPAddress(v4: 0xef14_0001 + UInt32(index)), 5000),
                transport: TransportSpec(bitRate: rate),
                rtp: RTPSpec(synchronizationSource: UInt32(index) + 1), datagrams: rate * 20 / 8 / 1_316,
                seed: UInt64(index) + 1)
        }
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: 60), byteCap: channelCap)
        parameters.historyMemory = memory
        var venue = SimulatedVenue(VenueSpec(channels: specs))
        var meter = Meter(parameters)
        venue.feed(into: &meter)
        return meter
    }

    @Test("the largest channel keeps less time, the small ones all of theirs")
    func shared() throws {
        let limit = 5_000_000
        let meter = play(memory: limit)
        // What arrived since the whole second comes on top: a few datagrams, and a slab of each channel.
        #expect(meter.most <= limit + 3 * 100_000)
        let channels = meter.engine.snapshot.channels
        let seconds = try channels.map { channel in
            let history = try #require(channel.history)
            return try (#require(history.liveEdge) - #require(history.oldest)).seconds
        }
        #expect(seconds[0] > 18.5)
        #expect(seconds[1] > 18.5)
        #expect((2.0...7.0).contains(seconds[2]))
        #expect(channels[2].historyBytes > limit / 3)
    }

    @Test("without a limit every channel keeps all")
    func unlimited() throws {
        let channels = play(memory: nil).engine.snapshot.channels
        for channel in channels {
            let history = try #require(channel.history)
            #expect(try (#require(history.liveEdge) - #require(history.oldest)).seconds > 18.5)
        }
        // Slabs of 32 KiB are filled with 24 datagrams of 1 328 bytes; the index comes on top.
        #expect(Double(channels[2].historyBytes) < 1.2 * Double(channels[2].heldBytes))
    }

    @Test("a limit below everything stops nothing")
    func nothing() {
        let meter = play(memory: 0)
        #expect(meter.engine.snapshot.channels.allSatisfy { $0.transport?.video?.frames ?? 0 > 480 })
        #expect(meter.engine.snapshot.channels.reduce(0) { $0 + $1.historyBytes } < 1_500_000)
    }
}
