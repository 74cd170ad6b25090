import Bytes
import ClipSupport
import History
import NetworkFormats
import Pipeline
import Testing
import Timing
import TransportStream
import VenueSimulator

@testable import Clips

@Suite("Clips of a repaired channel")
struct RepairTests {
    static let channel = ClipChannel(id: "0123456789ab", name: "Sideline")

    /// Twelve seconds with 2022-1 columns and rows, one datagram in fifty lost; the same venue without loss.
    private static func venue(loss: LossModel, bPictures: Int = 0, wraps: Bool = false) -> SimulatedVenue {
        let transport = TransportSpec(
            bitRate: 600_000, consecutiveBPictures: bPictures,
            // Half the stream before the time stamps' end, half behind it.
            firstDecodingTime: MediaTimestamp(wraps ? MediaTimestamp.modulus - 540_000 : 126_000))
        var impairment = Impairment()
        impairment.loss = loss
        impairment.sparedSources = 64
        return SimulatedVenue(
            VenueSpec(channels: [
                ChannelSpec(
                    source: Endpoint(IPAddress(v4: 0x0a09_0002), 40_000),
                    destination: Endpoint(IPAddress(v4: 0xef14_0001), 5_000), transport: transport,
                    parity: ParityLayout(columns: 5, rows: 5), impairment: impairment, datagrams: 684, seed: 5)
            ]))
    }

    private static func play(_ venue: SimulatedVenue) throws -> (history: HistorySnapshot, truth: ChannelTruth) {
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: 30))
        var venue = venue
        var engine = VenueEngine(parameters: parameters, output: NoSink())
        venue.feed(into: &engine)
        engine.finish()
        return (
            try #require(engine.snapshot.channels.first?.history), try #require(venue.truth().channels.first)
        )
    }

    /// The channel after losses, for plans of its clips.
    static func stream(loss: LossModel) throws -> KeptStream {
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: 30))
        var venue = venue(loss: loss)
        var engine = VenueEngine(parameters: parameters, output: NoSink())
        venue.feed(into: &engine)
        engine.finish()
        return try KeptStream(engine.snapshot)
    }

    private static func clip(_ history: HistorySnapshot, _ content: ClipContent = .repaired) throws -> TransportClip {
        var request = ClipRequest(window: .absolute(from: nil, to: nil))
        request.content = content
        request.accuracy = .packet
        return try TransportClip(request, of: channel, from: history)
    }

    @Test("are the bytes that were sent where everything was rebuilt")
    func repaired() throws {
        let (whole, _) = try Self.play(Self.venue(loss: .none))
        let (history, truth) = try Self.play(Self.venue(loss: .bernoulli(0.02)))
        #expect(truth.fec.recovered > 5 && truth.fec.unrecovered == 0)
        let clean = try Self.clip(whole)
        let clip = try Self.clip(history)
        #expect(clip.body.joined == clean.body.joined)
        #expect(clean.facts.lostPackets == 0 && clean.facts.windows.failed == 0)
        // The clip spans the whole channel, but for what is behind the last whole picture.
        #expect(clip.facts.recoveredPackets == clip.facts.lostPackets)
        #expect((0...2).contains(truth.fec.recovered - clip.facts.recoveredPackets))
        let classified = truth.windowList.filter { [.noLoss, .recovered, .recoveryFailed].contains($0.outcome) }
        let repaired = classified.filter { $0.outcome == .recovered }
        #expect((0...1).contains(classified.count - clip.facts.windows.total))
        #expect((0...1).contains(repaired.count - clip.facts.windows.recovered))
        #expect(clip.facts.windows.total == clip.facts.windows.noLoss + clip.facts.windows.recovered)
    }

    @Test("as received lack just what was rebuilt, have the same times and another tag")
    func received() throws {
        let (history, _) = try Self.play(Self.venue(loss: .bernoulli(0.02)))
        let repaired = try Self.clip(history)
        let received = try Self.clip(history, .received)
        #expect(repaired.body.count - received.body.count == repaired.facts.recoveredPackets * 7 * 188)
        #expect(received.facts.start == repaired.facts.start && received.facts.duration == repaired.facts.duration)
        #expect(received.facts.lostPackets == repaired.facts.lostPackets)
        #expect(received.facts.entityTag != repaired.facts.entityTag)
        #expect(received.facts.location?.hasSuffix("&as=received") == true)
    }

    @Test("name only windows behind their bytes")
    func windows() throws {
        let (history, _) = try Self.play(Self.venue(loss: .bernoulli(0.02)))
        let all = try Self.clip(history).facts.windows
        var request = try TransportClipTests.parse("last=2s")
        request.accuracy = .key
        let some = try TransportClip(request, of: Self.channel, from: history).facts.windows
        #expect(some.total > 0 && some.total < all.total)
        let first = try #require(some.first)
        let last = try #require(some.last)
        #expect(Int(last - first) + 1 == some.total)
        #expect(
            some.text == "total=\(some.total),noLoss=\(some.noLoss),recovered=\(some.recovered),failed=0,"
                + "first=\(first),last=\(last)")
    }

    @Test("go on where 33-bit time stamps begin again", arguments: [0, 2])
    func wrapping(_ bPictures: Int) throws {
        let (history, _) = try Self.play(Self.venue(loss: .none, bPictures: bPictures, wraps: true))
        #expect(history[0].run == history[history.count - 1].run)
        let units = history.units(of: history[0].lead)
        // The time stamps' end lies among the pictures (2^33 = 8589934592).
        let border = try #require(units.first { $0.unit.pts >= 8_589_934_592 })
        let half = StreamDuration(seconds: 1)
        let clip = try TransportClip(
            TransportClipTests.request(border.pictureTime - half, border.pictureTime + half), of: Self.channel,
            from: history)
        #expect(clip.facts.duration == StreamDuration(seconds: 2))
        var segmenter = Segmenter(channel: Self.channel, depth: StreamDuration(seconds: 30))
        let segments = segmenter.update(history, isOver: true)
        #expect(segments.allSatisfy { !$0.startsDiscontinuity && !$0.isGap })
        #expect(segments.count >= 10)
    }
}
