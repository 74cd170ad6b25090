import Bytes
import ClipFiles
import Clips
import Foundation
import History
import TestSupport
import Testing
import Timing
import TransportStream

/// Clips of streams that are not as they should be: something is cut, and what is cut is in order.
@Suite("Clips of damaged streams", .enabled(if: Tool.areThere, "needs ffmpeg and ffprobe"))
struct DamagedClipTests {
    private static let soak = ProcessInfo.processInfo.environment["SVM_SOAK"].flatMap { Int($0) }
    static let windows = soak.map { 1_000 * $0 } ?? 12

    /// A way to damage a stream, and what the venue keeps of it.
    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var send: @Sendable ([UInt8], inout StreamSender) -> Void
    }

    static let damages: [Damage] = [
        Damage(testDescription: "a quarter of all packets is lost") { stream, sender in
            var sending = StreamSender.Sending()
            sending.isLost = { ($0 &* 2_654_435_761) >> 7 & 3 == 0 }
            sender.send(stream, sending)
        },
        Damage(testDescription: "the tables end after two seconds") { stream, sender in
            sender.send(StreamEdit.leavingOut(stream) { pid, seconds in pid == 0 && seconds > 2 })
        },
        Damage(testDescription: "there is no clock") { stream, sender in
            sender.send(StreamEdit.withoutClock(stream), pacedAs: stream)
        },
        Damage(testDescription: "the pictures end early") { stream, sender in
            sender.send(StreamEdit.leavingOut(stream) { pid, seconds in pid == 256 && seconds > 5 })
        },
        Damage(testDescription: "every third picture has no time stamp") { stream, sender in
            sender.send(StreamEdit.withoutStamps(stream, pid: 256, every: 3))
        },
        Damage(testDescription: "every second packet of sound has no time stamp") { stream, sender in
            sender.send(StreamEdit.withoutStamps(stream, pid: 257, every: 2))
        },
        Damage(testDescription: "the sender starts again every second") { stream, sender in
            for turn in 0..<8 {
                var sending = StreamSender.Sending()
                sending.after = Int64(turn) * 1_100_000_000
                sending.synchronizationSource = UInt32(turn + 1)
                sender.send(Array(stream.prefix(stream.count / 188 / 8 * 188)), sending)
            }
        },
        Damage(testDescription: "outages of three seconds") { stream, sender in
            let half = stream.count / 188 / 2 * 188
            sender.send(Array(stream[..<half]))
            var sending = StreamSender.Sending()
            sending.after = 8_000_000_000
            sender.send(Array(stream[half...]), sending)
        },
        Damage(testDescription: "bytes are changed on the way") { stream, sender in
            var random = SeededGenerator(seed: 11)
            var bytes = stream
            for _ in 0..<400 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            sender.send(bytes, pacedAs: stream)
        },
        Damage(testDescription: "packets are thrown about") { stream, sender in
            var random = SeededGenerator(seed: 12)
            var bytes = stream
            for _ in 0..<200 {
                let place = Int.random(in: 0..<(bytes.count / 188 - 20), using: &random) * 188
                bytes.swapAt(place + 1, place + 188 * Int.random(in: 1..<20, using: &random) + 1)
            }
            sender.send(bytes, pacedAs: stream)
        },
    ]

    private static let stream = Task { try ClipFixture.pyramid.stream.make() }

    @Test("are files in order, whatever is asked for", arguments: damages)
    func inOrder(_ damage: Damage) async throws {
        var sender = StreamSender()
        damage.send(try await Self.stream.value, &sender)
        sender.finish()
        let kept = try #require(sender.kept)
        let oldest = try #require(kept.history.oldest).nanoseconds
        let edge = try #require(kept.history.liveEdge).nanoseconds
        try #require(oldest < edge)
        var random = SeededGenerator(seed: 3)
        var clips = 0
        for turn in 0..<Self.windows {
            let start = turn == 0 ? oldest - 1 : Int64.random(in: (oldest - 500_000_000)..<edge, using: &random)
            let length = turn == 0 ? edge - oldest + 2 : Int64(exp(Double.random(in: 0...log(6e9), using: &random)))
            clips += try HostileWindow(kept.history, kept.media, start, max(1, length), turn).look()
        }
        #expect(clips > 0)
    }

    @Test("Pain 8: hold every picture that nothing happened to, at its own time", arguments: [0.01, 0.05])
    func unrepaired(_ share: Double) async throws {
        var fixture = ClipFixture.pyramid
        fixture.name += ", \(share) of it lost"
        fixture.carriage = .lossy(share)
        fixture.stream.multiplexer = ["-muxrate", "1000000"]
        let source = try await SourceStream.of(fixture)
        let whole = Self.whole(source, SentFixture.lost(source.bytes, share))
        #expect(whole.count > 20 && whole.count < 245)
        var random = SeededGenerator(seed: 9)
        for turn in 0..<Self.windows {
            let (start, end) = ExactClipTests.window(in: source, turn, &random)
            guard let check = WindowCheck(source, start, end) else { continue }
            let file = try MovieFile(check.movie(.progressive).body.joined)
            let track = try #require(file.tracks.first { $0.isVideo })
            let edit = try #require(track.edits.first)
            check.checkOrder(track)
            let shown = Dictionary(
                try file.decoded(track, .h264).shown.map { ($0.pts, $0) }, uniquingKeysWith: { first, _ in first })
            for picture in check.answer.presented where whole.contains(picture.number) {
                let pts = picture.pts - check.answer.first.pts + edit.mediaTime
                let wanted = MovieFile.Shown(pts: pts, number: picture.number, isDamaged: false)
                check.expect(shown[pts] == wanted, "picture \(picture.number) is \(shown[pts].debugDescription)")
            }
            #expect(check.complaints == [], "window \(start) + \(end - start) ns")
        }
    }

    /// The numbers of the pictures of which nothing was lost, nor of their group before them.
    private static func whole(_ source: SourceStream, _ lost: Set<Int>) -> Set<Int> {
        var whole: Set<Int> = []
        var isSpoilt = false
        let stamps = Dictionary(
            source.oracle.pictures.map { ($0.pts & (Stamp.modulus - 1), $0) }, uniquingKeysWith: { first, _ in first })
        let units = TransportScan(source.bytes, pid: source.pid).units
        for (place, unit) in units.enumerated() {
            // Between two pictures something of either may have been lost, if only its beginning or its end.
            let end = place + 1 < units.count ? units[place + 1].first : unit.last
            let isHit = (unit.first / 7...end / 7).contains { lost.contains($0) }
            let picture = stamps[unit.pts]
            if let picture, picture.point != nil { isSpoilt = false }
            isSpoilt = isSpoilt || isHit
            if let picture, !isSpoilt { whole.insert(picture.number) }
        }
        return whole
    }
}
