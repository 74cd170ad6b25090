import Foundation
import Glibc
import PacketIO
import Playback
import TestSupport
import Testing
import Timing
import VenueSimulator

/// In real time: one minute, or so many as the variable `SVM_SOAK` says.
@Suite("Play-out in real time", .serialized)
struct PlayoutTests {
    static let seconds = 60 * (ProcessInfo.processInfo.environment["SVM_SOAK"].flatMap { Int($0) } ?? 1)
    /// How far stream time is ahead of the live position.
    static let delay = StreamDuration(milliseconds: 1_500)

    /// Bytes of memory that the process has in use.
    static var memory: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
    }

    static var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }

    /// A venue that goes on by the machine's clock and holds 20 s of the numbered stream already.
    static func venue(historySeconds: Int64 = 30) throws -> Stage {
        let stage = try Stage(NumberedStream.fixture(), historySeconds: historySeconds)
        stage.goOn(at: 22_000)
        _ = stage.clock
        return stage
    }

    /// Lets the venue go on for a while: what is due is sent every few milliseconds.
    static func pass(_ milliseconds: Int, _ stage: Stage) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < end {
            _ = stage.clock
            usleep(4_000)
        }
    }

    static func median(_ values: some Sequence<Double>) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }

    @Test("shows every picture in order and sound beside it, neither late nor drifting, in memory that stays flat")
    func minute() throws {
        let stage = try Self.venue(historySeconds: 8)
        let audience = Audience(keepsSamples: false) { [weak stage] in stage?.clock?.now }
        let player = Player(stage, for: audience)
        player.play(Stage.channel)
        Self.pass(10_000, stage)
        let before = Self.memory
        Self.pass((Self.seconds - 10) * 1_000, stage)
        let growth = Self.memory - before
        player.close()

        let notes = audience.all
        let pictures = notes.pictures.dropFirst()
        let numbers = pictures.compactMap(\.number)
        #expect(numbers.count == pictures.count)
        let steps = zip(numbers, numbers.dropFirst()).map { ($1 - $0 + 500) % 500 }
        #expect(steps.allSatisfy { $0 == 1 }, "\(steps.filter { $0 != 1 }.count) steps of \(steps.count)")
        #expect(abs(pictures.count - Self.seconds * 25) <= 10)
        let late = pictures.map { (($0.at ?? $0.time) - $0.time - Self.delay).milliseconds }
        let lateSounds = notes.sounds.map { (($0.at ?? $0.sound.time) - $0.sound.time - Self.delay).milliseconds }
        // Both are due by one clock: how late each was is how far they are apart.
        #expect((late + lateSounds).allSatisfy { (-1...40).contains($0) })
        let quarter = late.count / 4
        let drift = Self.median(late.suffix(quarter)) - Self.median(late.prefix(quarter))
        let soundDrift =
            Self.median(lateSounds.suffix(lateSounds.count / 4)) - Self.median(lateSounds.prefix(lateSounds.count / 4))
        #expect(abs(drift) < 5 && abs(soundDrift) < 5)
        #expect(growth < 16 << 20)
        #expect(player.facts.decoderDrops == 0)
        print(
            "playout: \(pictures.count) pictures in \(Self.seconds) s, median \(Self.median(late)) ms late, latest",
            "\(late.max() ?? 0) ms, sound latest \(lateSounds.max() ?? 0) ms, drift \(drift) and \(soundDrift) ms,",
            "memory +\(growth / 1_024) KiB")
    }

    @Test("finds the asked picture by its number after each seek, and the first one of a channel within 100 ms")
    func seeks() throws {
        let stage = try Self.venue()
        var tunings: [Double] = []
        for _ in 0..<20 {
            let audience = Audience()
            let player = Player(stage, for: audience)
            let start = ContinuousClock.now
            player.play(Stage.channel)
            while audience.all.pictures.isEmpty, ContinuousClock.now - start < .seconds(2) { usleep(200) }
            tunings.append((ContinuousClock.now - start) / .milliseconds(1))
            player.close()
            _ = stage.clock
        }
        #expect(Self.median(tunings) < 100)
        print("playout: first picture after", Self.median(tunings), "ms, at most", tunings.max() ?? 0, "ms")

        let audience = Audience { [weak stage] in stage?.clock?.now }
        let player = Player(stage, for: audience)
        player.play(Stage.channel)
        Self.pass(1_000, stage)
        let origin = try PicturePlayoutTests.origin(stage)
        for offset in [20_000, 7_777, 15_015, 500, 0] as [UInt] {
            let before = try PicturePlayoutTests.live(stage)
            audience.clear()
            try player.seekAbsolute(offset)
            let after = try PicturePlayoutTests.live(stage)
            Self.pass(600, stage)
            let back = StreamDuration(milliseconds: Int64(offset))
            // One may have been shown just before the seek.
            let first = try #require(
                audience.all.pictures.prefix(2).first {
                    $0.time >= before - back && $0.time < after - back + PicturePlayoutTests.picture
                })
            #expect(first.number == PicturePlayoutTests.number(first.pts, origin))
            #expect(audience.all.pictures.count > 5)
        }
        player.close()
    }

    @Test("B13: leaves no thread and no memory behind in a thousand rounds of playing and closing")
    func rounds() throws {
        let stage = try Self.venue()
        let audience = Audience(pictures: false, transport: true, keepsSamples: false)
        let player = Player(stage, for: audience)
        func round(_ count: Int) {
            for _ in 0..<count {
                player.play(Stage.channel)
                player.close()
                audience.clear()
            }
        }
        round(100)
        let (memory, threads) = (Self.memory, Self.threads)
        round(1_000)
        #expect(Self.threads <= threads + 1)
        #expect(Self.memory - memory < 8 << 20)
        let watched = Audience(keepsSamples: false)
        let second = Player(stage, for: watched)
        for _ in 0..<50 {
            second.play(Stage.channel)
            usleep(5_000)
            second.close()
        }
        #expect(Self.threads <= threads + 1)
        #expect(watched.states.filter { $0 == .close }.count == 50)
    }
}
