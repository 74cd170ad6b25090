import Bytes
import History
import NetworkFormats
import Pipeline
import Protection
import Testing
import Timing
import TransportStream
import VenueSimulator

@Suite("History of a channel in the pipeline")
struct HistoryTests {
    /// 25 pictures a second for 12 s, nothing lost: 1 s of GOPs, so that a history of 3 s keeps its limit and some slack.
    private func play(depth: StreamDuration) -> ChannelSnapshot? {
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: depth)
        var venue = SimulatedVenue(
            VenueSpec(channels: [
                ChannelSpec(
                    source: Endpoint(IPAddress(v4: 0x0a09_0002), 40_000),
                    destination: Endpoint(IPAddress(v4: 0xef14_0001), 5000), transport: TransportSpec(bitRate: 400_000),
                    packetsPerDatagram: 7, datagrams: 456)
            ]))
        var engine = VenueEngine(parameters: parameters, output: NoSink())
        venue.feed(into: &engine)
        engine.finish()
        return engine.snapshot.channels.first
    }

    @Test("keeps its depth of pictures, each with a time of its own, one frame after the other")
    func keepsItsDepth() throws {
        let channel = try #require(play(depth: StreamDuration(seconds: 3)))
        let history = try #require(channel.history)
        let lead = history[history.count - 1].lead
        // Without B pictures, order of decoding is order of presentation: 40 ms apart, and at random access points up to
        // 1 ms more or less, by which the offset may move (definitions A7).
        let units = history.units(of: lead)
        for (picture, next) in zip(units, units.dropFirst()) {
            let step = (next.pictureTime - picture.pictureTime).milliseconds
            #expect(next.unit.randomAccess == nil ? step == 40 : (39...41).contains(step))
        }
        #expect(units.count >= 75)
        let edge = try #require(history.liveEdge)
        let oldest = try #require(history.oldest)
        // Depth, two target durations of slack (definitions D16) and one chunk.
        #expect(edge - oldest >= StreamDuration(seconds: 3))
        #expect(edge - oldest <= StreamDuration(seconds: 3 + 4 + 2))
        #expect(history[0].startsAtRandomAccessPoint)
    }

    @Test("keeps nothing for a plain analysis")
    func keepsNothing() throws {
        let channel = try #require(play(depth: .zero))
        #expect(channel.history == nil)
        #expect(channel.transport?.video?.frames ?? 0 > 250)
    }
}
