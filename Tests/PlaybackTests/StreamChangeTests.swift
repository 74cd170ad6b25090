import Bytes
import History
import PacketIO
import Playback
import TestSupport
import Testing
import Timing
import TransportStream
import VenueSimulator

@Suite("Streams that players must follow")
struct StreamChangeTests {
    static func playing(
        _ specs: [SenderSpec], after milliseconds: Int64
    ) throws -> (stage: Stage, audience: Audience, player: Player) {
        let stage = Stage(specs)
        let audience = Audience { [weak stage] in stage?.clock?.now }
        let player = audience.player(on: stage)
        stage.advance(milliseconds, player)
        player.play(Stage.channel)
        stage.advance(0, player)
        return (stage, audience, player)
    }

    /// Wherever the seek goes: an IDR, a recovery point or CRA with leading pictures, a B picture, between two pictures.
    @Test(
        "D10: show the asked picture, whatever group of pictures it lies in",
        arguments: ["closed-gop.ts", "open-gop.ts", "hevc-open-gop.ts"])
    func groups(_ name: String) throws {
        let (stage, audience, player) = try Self.playing([try Stage.sender(Stage.fixture(name))], after: 12_000)
        let history = try #require(stage.history(of: Stage.channel)).history
        let times = history.units(of: history[0].lead).map(\.pictureTime).sorted()
        for step in 0..<55 {
            let offset = UInt(2_000 + step * 37)
            audience.clear()
            let asked = try PicturePlayoutTests.live(stage) - StreamDuration(milliseconds: Int64(offset))
            try player.seekAbsolute(offset)
            stage.advance(60, player)
            let first = try #require(audience.all.pictures.first)
            #expect(first.time == times.first { $0 >= asked }, "offset \(offset)")
        }
        player.close()
    }

    @Test("go on when the codec changes with the sender")
    func codecs() throws {
        let first = try Stage.sender(Stage.fixture("closed-gop.ts"), port: 5_000)
        let second = try Stage.sender(
            Stage.fixture("hevc-open-gop.ts"), number: 1, port: 5_000, start: StreamDuration(milliseconds: 8_500))
        let (stage, audience, player) = try Self.playing([first, second], after: 6_000)
        stage.advance(2_100, player)
        stage.silence(0)
        stage.advance(6_000, player)
        player.close()
        let history = try #require(stage.history(of: Stage.channel)).history
        #expect(history[0].run != history[history.count - 1].run)
        let border = try #require((0..<history.count).first { history[$0].run != history[0].run })
        let before = audience.all.pictures.filter { $0.time < history[border].start }
        let after = audience.all.pictures.filter { $0.time >= history[border].start }
        #expect(before.count > 60)
        #expect(after.count > 60)
        #expect(zip(after, after.dropFirst()).allSatisfy { $0.time < $1.time })
    }

    @Test("go on when time stamps begin again from zero")
    func wrap() throws {
        // 9 s before 2 to the 33rd, in 1/90000 s (ISO/IEC 13818-1, 2.4.3.7).
        let spec = try Stage.sender(
            NumberedStream.fixture(), firstClock: MediaTimestamp(UInt64(1) << 33 - 9 * 90_000))
        let (stage, audience, player) = try Self.playing([spec], after: 7_000)
        stage.advance(6_000, player)
        let numbers = audience.all.pictures.dropFirst().map { $0.number ?? -1 }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
        #expect((148...152).contains(numbers.count))
        let (_, samples) = try SoundPlayoutTests.joined(audience.all.sounds)
        #expect(SecondTone.tones(in: samples, sampleRate: 48_000).count >= 5)
        audience.clear()
        try player.seekRelative(-5_000)
        stage.advance(60, player)
        #expect(audience.all.pictures.first?.number == ((numbers.last ?? 0) + 1 - 125))
        player.close()
    }

    @Test("3.15: tell when media run short and when they are there again")
    func outage() throws {
        let outage = Impairment.Outage(
            start: StreamDuration(milliseconds: 9_000), length: StreamDuration(milliseconds: 1_400))
        let spec = try Stage.sender(NumberedStream.fixture(), impairment: Impairment(outages: [outage]))
        let (stage, audience, player) = try Self.playing([spec], after: 7_000)
        func edges() -> [Bool] {
            audience.all.changes.compactMap { if case .buffering(let active) = $0 { active } else { nil } }
        }
        stage.advance(1_900, player)
        #expect(edges() == [])
        // Less than a window lies ahead a second after the last picture.
        stage.advance(1_200, player)
        #expect(edges() == [true])
        #expect(player.facts.isBuffering)
        stage.advance(2_000, player)
        #expect(edges() == [true, false])
        player.close()
    }

    /// A view that takes 250 ms to show every tenth picture.
    private final class SlowView: PlayerOutput {
        let stage: Stage
        let shown = Guarded<[(time: StreamTime, at: StreamTime)]>([])

        init(_ stage: Stage) { self.stage = stage }

        func show(_ picture: PlayedPicture) {
            guard let now = stage.clock?.now else { return }
            let count = shown.withLock { shown in
                shown.append((picture.time, now))
                return shown.count
            }
            if count % 10 == 0 { stage.pass(250) }
        }
    }

    @Test("leave out what is too late for a slow view instead of delaying what follows")
    func slowView() throws {
        let stage = try Stage(NumberedStream.fixture())
        let view = SlowView(stage)
        let player = Player(stage, output: view, pacing: stage) { _ in }
        stage.advance(8_000, player)
        player.play(Stage.channel)
        for _ in 0..<60 { stage.advance(100, player) }
        player.close()
        let late = view.shown.withLock { $0 }.dropFirst().map { ($0.at - $0.time).milliseconds - 1_500 }
        #expect(late.count > 60)
        // Never later than the view itself takes, and on time again behind it.
        #expect(late.allSatisfy { $0 < 300 })
        #expect(late.filter { $0 < 2 }.count > 50)
        #expect(player.facts.decoderDrops > 15)
    }
}
