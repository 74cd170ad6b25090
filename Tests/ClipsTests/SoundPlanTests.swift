import ClipSupport
import History
import TestSupport
import Testing
import Timing
import TransportStream

@testable import Clips

@Suite("Sound of MP4 clips")
struct SoundPlanTests {
    /// Drops packets of the sound (PID 257 of a numbered stream), each with probability `rate`.
    static func withoutSound(_ bytes: [UInt8], rate: Double) -> [UInt8] {
        var generator = SeededGenerator(seed: 19)
        var kept: [UInt8] = []
        for at in stride(from: 0, to: bytes.count, by: 188) {
            let pid = Int(bytes[at + 1] & 0x1F) << 8 | Int(bytes[at + 2])
            if pid == 257, Double.random(in: 0..<1, using: &generator) < rate { continue }
            kept += bytes[at..<(at + 188)]
        }
        return kept
    }

    @Test(
        "Pain 19: is in step with the pictures at both ends, also when a fifth of its packets is lost",
        arguments: [0, 0.2])
    func inStep(_ rate: Double) throws {
        let stream = try KeptStream(stream: Self.withoutSound(try NumberedStream.fixture(), rate: rate))
        for first in stride(from: 30, to: 400, by: 37) {
            let plan = try MoviePlanTests.plan(stream, stream.request(first, 60))
            MoviePlanTests.check(plan)
            let pictures = try #require(plan.tracks.first)
            let sound = try #require(plan.tracks.last)
            #expect(plan.tracks.count == 2 && sound.codec == .aac)
            // Every unit is as far from the pictures as its time stamp is from theirs.
            let zero = try #require(pictures.samples.first { $0.pts == 0 }).unit.unit.pts
            #expect(sound.samples.allSatisfy { $0.unit.unit.pts - zero == $0.pts })
            // The sound begins before the pictures and reaches behind their end (a unit here holds several frames); where the
            // stream lost a whole one, a hole is left.
            #expect(sound.samples[0].pts <= 0 || rate > 0)
            let last = try #require(sound.samples.last)
            #expect(last.pts + last.duration >= plan.duration)
        }
    }

    @Test("alone makes clips that begin and end at its frames", arguments: [0, 1, 7, 333])
    func alone(_ milliseconds: Int64) throws {
        let stream = try MoviePlanTests.stream("sound.ts")
        let format = try #require(stream.media.tracks[stream.history[0].lead].audio)
        let frames = try #require(SoundFrames(format.codec, sampleRate: format.sampleRate))
        let oldest = try #require(stream.history.oldest)
        let start = oldest + StreamDuration(milliseconds: 700 + milliseconds)
        let end = start + StreamDuration(seconds: 2)
        let plan = try MoviePlanTests.plan(stream, ClipRequest(window: .absolute(from: start, to: end)))
        // The first frame at or behind the start, and as many frames as begin in two seconds.
        let late = plan.facts.start - start
        #expect(late >= .zero && late < StreamDuration(ticks: frames.ticks(1) + 1))
        let count = (plan.duration + frames.ticks(1) / 2) / frames.ticks(1)
        #expect(abs(frames.ticks(count) - plan.duration) <= 2)
        #expect(abs(plan.duration - 180_000) <= frames.ticks(1))
        #expect(plan.tracks.count == 1 && plan.tracks[0].samples[0].pts < 0)
        #expect(plan.facts.isClipped == false && plan.facts.accuracy == .frame)
    }

    @Test(
        "says by its frames how long they are, or nothing",
        arguments: [
            (Codec.aac, 48_000, Int64(1_920)), (.mp2, 48_000, 2_160), (.ac3, 48_000, 2_880), (.mp3, 24_000, 2_160),
            (.mp1, 32_000, 1_080),
        ])
    func frames(_ codec: Codec, _ rate: Int, _ ticks: Int64) throws {
        // 1024, 1152, 1536, 576 and 384 samples by the standards; 90000 · samples / rate.
        #expect(try #require(SoundFrames(codec, sampleRate: rate)).ticks(1) == ticks)
        #expect(SoundFrames(.opus, sampleRate: 48_000) == nil && SoundFrames(codec, sampleRate: 0) == nil)
    }
}
