import Bytes
import History
import MediaIO
import PacketIO
import Playback
import TestSupport
import Testing
import Timing
import VenueSimulator

@Suite("Sound as it is played")
struct SoundPlayoutTests {
    /// Stretches that follow each other put together, with the time of the first sample.
    static func joined(_ sounds: [(sound: PlayedSound, at: StreamTime?)]) throws -> (
        start: StreamTime, samples: [Float]
    ) {
        let first = try #require(sounds.first).sound
        var samples: [Float] = []
        for (sound, _) in sounds {
            let due = first.time + StreamDuration(nanoseconds: Int64(samples.count) * 1_000_000_000 / 48_000)
            // Time stamps are in 1/90000 s, and picture times move by up to a millisecond at each random access point.
            #expect(abs((sound.time - due).milliseconds) < 15, "a hole or an overlap of sound")
            samples += stride(from: 0, to: sound.sound.samples.count, by: sound.sound.channels).map {
                sound.sound.samples[$0]
            }
        }
        return (first.time, samples)
    }

    @Test(
        "is heard when it is due, without holes, at the pictures that it belongs to", arguments: [0, 3_030] as [UInt])
    func together(_ offset: UInt) throws {
        // Where the stream begins again, after 20 and 40 s, its sound does not go on seamlessly.
        let (stage, audience, player) = try PicturePlayoutTests.playing()
        try player.seekAbsolute(offset)
        stage.advance(10_000, player)
        player.close()
        let sounds = audience.all.sounds
        // 1 024 samples of 48 000 a second.
        #expect((466...472).contains(sounds.count))
        for (sound, at) in sounds.dropFirst(4) {
            let late = (try #require(at) - sound.time).milliseconds - Double(1_500 + offset)
            #expect((0...1).contains(late))
        }
        let (start, samples) = try Self.joined(sounds)
        let tones = SecondTone.tones(in: samples, sampleRate: 48_000)
        #expect(tones.count >= 9)
        for tone in tones.dropFirst() {
            // The tone of second s begins with picture 25 s.
            let time = start + StreamDuration(nanoseconds: Int64(tone.start * 1e9))
            let picture = try #require(
                audience.all.pictures.dropFirst().first { abs(($0.time - time).milliseconds) < 20 })
            let number = try #require(picture.number)
            #expect(number % 25 == 0)
            #expect(number / 25 % 8 == tone.second)
        }
    }

    @Test("starts at the asked instant after a seek")
    func seeking() throws {
        let (stage, audience, player) = try PicturePlayoutTests.playing()
        stage.advance(500, player)
        audience.clear()
        let asked = try PicturePlayoutTests.live(stage) - StreamDuration(milliseconds: 12_345)
        try player.seekAbsolute(12_345)
        stage.advance(500, player)
        player.close()
        let first = try #require(audience.all.sounds.first?.sound)
        #expect(first.time >= asked && first.time - asked < StreamDuration(milliseconds: 22))
    }

    @Test("is played alone when a channel has no pictures")
    func soundOnly() throws {
        let stage = try Stage(Stage.fixture("sound.ts"))
        let audience = Audience { [weak stage] in stage?.clock?.now }
        let player = audience.player(on: stage)
        stage.advance(12_000, player)
        player.play(Stage.channel)
        stage.advance(3_000, player)
        let count = audience.all.sounds.count
        // 1 024 samples of 32 000 a second for 3 s.
        #expect((92...96).contains(count))
        #expect(audience.all.pictures.isEmpty)
        #expect(audience.states == [.open, .play])
        audience.clear()
        let asked = try PicturePlayoutTests.live(stage) - StreamDuration(milliseconds: 5_000)
        try player.seekRelative(-5_000)
        stage.advance(200, player)
        player.close()
        let first = try #require(audience.all.sounds.first?.sound)
        #expect(first.time >= asked && first.time - asked < StreamDuration(milliseconds: 33))
    }

    @Test("stays with the pictures across a sender that starts again")
    func restart() throws {
        let (stage, audience, player) = try PicturePlayoutTests.playing(after: 6_510)
        stage.advance(1_000, player)
        stage.restart(after: 300)
        stage.advance(6_000, player)
        player.close()
        // Picture times are final two seconds after the first picture.
        let after = audience.all.sounds.filter { $0.sound.time > Stage.time(10_000) }
        #expect(after.count > 76)
        let (start, samples) = try Self.joined(after)
        for tone in SecondTone.tones(in: samples, sampleRate: 48_000).dropFirst() {
            let time = start + StreamDuration(nanoseconds: Int64(tone.start * 1e9))
            let picture = try #require(
                audience.all.pictures.dropFirst().last { abs(($0.time - time).milliseconds) < 20 })
            #expect(picture.number.map { $0 % 25 } == 0)
        }
    }
}
