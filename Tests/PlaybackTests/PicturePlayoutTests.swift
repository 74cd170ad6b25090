import Bytes
import History
import PacketIO
import Playback
import TestSupport
import Testing
import Timing
import TransportStream
import VenueSimulator

/// The stream's picture n carries the number n, 0…499, 25 a second, a random access point every 25 pictures.
///
/// It is sent round and round. The live position is two windows of 500 ms behind stream time.
@Suite("Pictures as they are played")
struct PicturePlayoutTests {
    static let picture = StreamDuration(milliseconds: 40)

    /// A player on the numbered stream after `milliseconds`.
    static func playing(
        after milliseconds: Int64 = 25_000, impairment: Impairment = Impairment(), historySeconds: Int64 = 30
    ) throws -> (stage: Stage, audience: Audience, player: Player) {
        let stage = try Stage(NumberedStream.fixture(), impairment: impairment, historySeconds: historySeconds)
        let audience = Audience { [weak stage] in stage?.clock?.now }
        let player = audience.player(on: stage)
        stage.advance(milliseconds, player)
        player.play(Stage.channel)
        stage.advance(0, player)
        return (stage, audience, player)
    }

    /// When picture 0 of the first round is presented, and its time stamp.
    static func origin(_ stage: Stage) throws -> (time: StreamTime, pts: Int64) {
        let history = try #require(stage.history(of: Stage.channel)).history
        let chunk = history[0]
        let first = try #require(chunk.units(of: chunk.lead).first)
        try #require(first.unit.randomAccess != nil)
        return (first.pictureTime, first.unit.pts)
    }

    /// The number of the picture with a time stamp: one every 3 600.
    static func number(_ pts: Int64, _ origin: (time: StreamTime, pts: Int64)) -> Int {
        Int((pts - origin.pts) / 3_600) % 500
    }

    static func live(_ stage: Stage) throws -> StreamTime {
        try #require(stage.clock).now - StreamDuration(milliseconds: 1_500)
    }

    @Test("show the last random access point at once on tuning, then every picture in order, each when it is due")
    func tuning() throws {
        let (stage, audience, player) = try Self.playing()
        let origin = try Self.origin(stage)
        let live = try Self.live(stage)
        let first = try #require(audience.all.pictures.first)
        #expect(first.number.map { $0 % 25 } == 0)
        #expect(first.time <= live && live - first.time < StreamDuration(seconds: 1))
        stage.advance(4_000, player)
        player.close()
        let shown = audience.all.pictures.dropFirst()
        // 4 s, 25 a second.
        #expect((99...101).contains(shown.count))
        #expect(try #require(shown.first).time >= live)
        for (one, next) in zip(shown, shown.dropFirst()) { #expect(next.number == ((one.number ?? -9) + 1) % 500) }
        for one in shown {
            #expect(one.number == Self.number(one.pts, origin))
            let due = one.time + StreamDuration(milliseconds: 1_500)
            let late = (try #require(one.at) - due).milliseconds
            #expect((0...1).contains(late), "picture \(one.number ?? -1) was \(late) ms late")
        }
        #expect(player.facts.decoderDrops == 0)
    }

    @Test(
        "D10: the first picture after a seek is the one at the asked instant",
        arguments: [20_000, 19_999, 19_961, 12_345, 5_000, 1_000, 999, 40, 1] as [UInt])
    func seeking(_ offset: UInt) throws {
        let (stage, audience, player) = try Self.playing()
        let origin = try Self.origin(stage)
        stage.advance(330, player)
        audience.clear()
        let asked = try Self.live(stage) - StreamDuration(milliseconds: Int64(offset))
        try player.seekAbsolute(offset)
        stage.advance(1_000, player)
        player.close()
        let shown = audience.all.pictures
        let first = try #require(shown.first)
        #expect(first.time >= asked && first.time < asked + Self.picture)
        #expect(first.number == Self.number(first.pts, origin))
        for (one, next) in zip(shown, shown.dropFirst()) { #expect(next.number == ((one.number ?? -9) + 1) % 500) }
        #expect((24...26).contains(shown.count))
    }

    @Test("V3: seeking back by 20 s shows the picture of 20 s ago, and returning to live the newest")
    func replay() throws {
        let (stage, audience, player) = try Self.playing()
        // Between two pictures.
        stage.advance(2_020, player)
        let before = try #require(audience.all.pictures.last?.number)
        audience.clear()
        try player.seekRelative(-20_000)
        stage.advance(40, player)
        let first = try #require(audience.all.pictures.first?.number)
        // 500 pictures: the picture after the one that is shown, one round before.
        #expect(first == (before + 1) % 500)
        stage.advance(1_000, player)
        audience.clear()
        let live = try Self.live(stage)
        try player.playLive()
        stage.advance(100, player)
        let back = try #require(audience.all.pictures.first)
        #expect(back.time >= live && back.time < live + Self.picture)
        player.close()
    }

    @Test("3.13: seeks beyond the history show its first picture")
    func clamping() throws {
        let (stage, audience, player) = try Self.playing(after: 8_000)
        let origin = try Self.origin(stage)
        audience.clear()
        try player.rewindForDuration(.min)
        stage.advance(500, player)
        player.close()
        let first = try #require(audience.all.pictures.first)
        #expect(first.time == origin.time && first.number == 0)
    }

    @Test("go on across a sender that starts again, without what neither can be decoded nor was sent")
    func restart() throws {
        let (stage, audience, player) = try Self.playing(after: 6_510)
        stage.advance(1_000, player)
        stage.restart(after: 400)
        stage.advance(5_000, player)
        player.close()
        let numbers = audience.all.pictures.dropFirst().compactMap(\.number)
        let again = try #require(zip(numbers, numbers.dropFirst()).enumerated().first { $1.1 < $1.0 }?.offset) + 1
        for (one, next) in zip(numbers[..<again], numbers[..<again].dropFirst()) { #expect(next == one + 1) }
        for (one, next) in zip(numbers[again...], numbers[again...].dropFirst()) { #expect(next == one + 1) }
        // Sent for 7.5 s; what the multiplexer had not sent yet is missing. The new numbering is looked at for two seconds
        // before anything is handed on, of which one and a half are gained by the live position.
        #expect((165...188).contains(numbers[again - 1]))
        #expect(numbers[again] < 30)
        #expect(numbers.count > 100)
        let late = audience.all.pictures.dropFirst().map { ($0.at ?? $0.time) - $0.time }
        #expect(late.allSatisfy { $0 < StreamDuration(milliseconds: 1_541) })
    }

    @Test("never show a picture with missing packets, and go on behind a hole")
    func holes() throws {
        let outage = Impairment.Outage(
            start: StreamDuration(milliseconds: 9_500), length: StreamDuration(milliseconds: 700))
        var impairment = Impairment(outages: [outage])
        impairment.loss = .bernoulli(0.002)
        let (stage, audience, player) = try Self.playing(after: 7_000, impairment: impairment)
        stage.advance(10_000, player)
        player.close()
        let shown = audience.all.pictures.dropFirst()
        let numbers = shown.compactMap(\.number)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        #expect(numbers.count > 150)
        // 17 s of stream time, of which the last one and a half are not due.
        #expect((numbers.last ?? 0) > 377)
    }

    @Test("play on to the last picture of a finished capture, and show it again when asked for live")
    func finished() throws {
        let (stage, audience, player) = try Self.playing(after: 12_000)
        stage.finish()
        try player.seekAbsolute(2_000)
        stage.advance(3_000, player)
        let last = try #require(audience.all.pictures.last?.number)
        let history = try #require(stage.history(of: Stage.channel)).history
        let origin = try Self.origin(stage)
        let newest = history.units(of: history[0].lead).map { Self.number($0.unit.pts, origin) }.max()
        #expect(last == newest)
        try player.seekAbsolute(3_000)
        stage.advance(500, player)
        #expect(audience.all.pictures.last?.number != last)
        try player.playLive()
        stage.advance(100, player)
        #expect(audience.all.pictures.last?.number == last)
        player.close()
    }

    @Test("wait for the first random access point of a channel that begins, and show it at once")
    func beginning() throws {
        let stage = try Stage(NumberedStream.fixture())
        let audience = Audience { [weak stage] in stage?.clock?.now }
        let player = audience.player(on: stage)
        player.play(Stage.channel)
        stage.advance(0, player)
        #expect(audience.all.pictures.isEmpty)
        stage.advance(3_000, player)
        player.close()
        let numbers = audience.all.pictures.map { $0.number ?? -1 }
        // The channel is known after two seconds: then its past is there, and what is shown first is the live position's.
        #expect(numbers.first.map { $0 % 25 } == 0)
        #expect(zip(numbers.dropFirst(), numbers.dropFirst(2)).allSatisfy { $0 + 1 == $1 })
        #expect(numbers.count > 20)
        // Nothing lies ahead at first; then two windows.
        let buffering = audience.all.changes.compactMap { if case .buffering(let active) = $0 { active } else { nil } }
        #expect(buffering == [true, false])
    }

    @Test("stick to the oldest picture that is kept without stopping")
    func eviction() throws {
        let (stage, audience, player) = try Self.playing(after: 15_000, historySeconds: 5)
        try player.seekAbsolute(.max)
        stage.advance(0, player)
        audience.clear()
        stage.advance(6_000, player)
        player.close()
        let times = audience.all.pictures.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(times.count > 100)
        let numbers = audience.all.pictures.compactMap(\.number)
        #expect(numbers.count == times.count)
    }
}
