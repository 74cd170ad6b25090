import Bytes
import ClipSupport
import History
import Pipeline
import TestSupport
import Testing
import Timing
import TransportStream

@testable import Clips

@Suite("Gaps in clips")
struct GapTests {
    /// Seven seconds, silence, then the same seven seconds again from another sender.
    static func restarted(after seconds: Int64) throws -> KeptStream {
        var player = StreamPlayer(depth: 60)
        let datagrams = try StreamPlayer.datagrams("closed-gop.ts")
        player.play(datagrams)
        player.play(datagrams, .init(synchronizationSource: 7, after: seconds * 1_000_000_000))
        player.finish()
        return try KeptStream(player.engine.snapshot)
    }

    static let all = ClipRequest(window: .absolute(from: nil, to: nil))

    @Test("between runs keep their true length on the time line", arguments: [8, 12])
    func timeLine(_ seconds: Int64) throws {
        let stream = try Self.restarted(after: seconds)
        let plan = try MoviePlanTests.plan(stream, Self.all)
        MoviePlanTests.check(plan)
        #expect(plan.facts.parts == 2 && plan.facts.gaps.map(\.kind) == [.timeBase])
        // Both runs were sent alike, so that the second is presented so much later to the millisecond; 174 pictures or more.
        let samples = plan.tracks[0].samples
        let later = plan.facts.start + StreamDuration(seconds: seconds - 1)
        let second = try #require(samples.firstIndex { $0.unit.pictureTime >= later })
        #expect(abs(samples[second].pts - seconds * 90_000) <= 90)
        #expect(samples[second].unit.unit.randomAccess != nil)
        // The picture before the silence stays until then.
        #expect(samples[second - 1].dts + samples[second - 1].duration == samples[second].dts)
        #expect(plan.duration == samples.map(\.pts).max().map { $0 + 3_600 })
        let stop = try MoviePlanTests.plan(stream, Self.stopping)
        #expect(stop.facts.parts == 1 && stop.facts.gaps.count == 1 && stop.facts.isClipped)
        // The file's 175 pictures.
        #expect(stop.duration == 7 * 90_000)
        let transport = try TransportClip(Self.stopping, of: stream.channel, from: stream.history)
        #expect(transport.facts.duration == stop.facts.duration && transport.facts.gaps == stop.facts.gaps)
    }

    static var stopping: ClipRequest {
        var request = all
        request.gaps = .stop
        return request
    }

    @Test("of lost packets end a clip before the first picture that they spoil, when it is to stop")
    func loss() throws {
        var sending = StreamPlayer.Sending()
        sending.lost = [30]
        let stream = try MoviePlanTests.stream("closed-gop.ts", sending)
        let kept = try MoviePlanTests.plan(stream, Self.all)
        #expect(kept.facts.gaps.map(\.kind) == [.loss])
        // The first picture that is missing or damaged, of those that lie 40 ms apart.
        let whole = stream.pictures.filter { !$0.unit.flags.contains(.damaged) }.map(\.pictureTime)
        let before = try #require(zip(whole, whole.dropFirst()).first { $1 - $0 > StreamDuration(milliseconds: 41) }).0
        let first = before + StreamDuration(milliseconds: 40)
        #expect(abs((kept.facts.gaps[0].time - first).milliseconds) <= 200)
        for format in [ClipFormat.progressive, .fragmented] {
            let stop = try MoviePlanTests.plan(stream, Self.stopping, format)
            MoviePlanTests.check(stop)
            #expect(stop.facts.isClipped && stop.facts.gaps.count == 1)
            let presented = stop.tracks[0].samples.filter { $0.pts >= 0 && $0.pts < stop.duration }
            #expect(presented.allSatisfy { !$0.unit.unit.flags.contains(.damaged) && $0.unit.pictureTime <= before })
            // No picture is missing between them.
            #expect(Int64(presented.count) * 3_600 == stop.duration)
        }
    }

    @Test("of silence are outages, in a time base that goes on")
    func outage() throws {
        // Datagrams between two and a half and five seconds do not arrive, and without RTP nothing tells how many they were.
        var sending = StreamPlayer.Sending(isRTP: false)
        let datagrams = try StreamPlayer.datagrams("closed-gop.ts")
        for (place, datagram) in datagrams.enumerated() where (2_500_000_000..<5_000_000_000).contains(datagram.time) {
            sending.lost.insert(place)
        }
        let stream = try MoviePlanTests.stream("closed-gop.ts", sending)
        let plan = try MoviePlanTests.plan(stream, Self.all)
        #expect(plan.facts.gaps.map(\.kind).contains(.outage))
        // The time line goes on: the stream's last picture is as far from its first as it was sent.
        let pictures = stream.pictures
        let (first, last) = (try #require(pictures.first), try #require(pictures.last))
        if plan.facts.parts == 1 {
            #expect(plan.duration == last.unit.pts - first.unit.pts + 3_600)
        }
        let stop = try MoviePlanTests.plan(stream, Self.stopping)
        #expect(stop.duration < 3 * 90_000 && stop.facts.isClipped)
    }

    @Test("Pain 12: clock steps of an hour make no negative spans", arguments: [3_600, -3_600])
    func clockStep(_ seconds: Int64) throws {
        var player = StreamPlayer(depth: 20_000)
        let datagrams = try StreamPlayer.datagrams("closed-gop.ts")
        let half = datagrams.filter { $0.time < 3_500_000_000 }
        player.play(half)
        // A step ahead is an hour without packets; a step back is taken as no time at all (definitions A1).
        let rest = datagrams.dropFirst(half.count).map { datagram in
            var moved = datagram
            moved.time += max(0, seconds) * 1_000_000_000
            return moved
        }
        player.play(rest)
        player.finish()
        let stream = try KeptStream(player.engine.snapshot)
        let pictures = stream.pictures
        for first in stride(from: 0, to: pictures.count - 30, by: 11) {
            let start = pictures[first].pictureTime
            let request = ClipRequest(window: .absolute(from: start, to: start + StreamDuration(seconds: 1)))
            let plan = try MoviePlanTests.plan(stream, request)
            MoviePlanTests.check(plan)
            #expect(plan.duration > 0 && plan.duration <= 90_000 + 3_600)
            #expect(plan.facts.start >= start)
        }
        let all = try MoviePlanTests.plan(stream, Self.all)
        MoviePlanTests.check(all)
        #expect(all.facts.duration > .zero)
        #expect(all.facts.duration.seconds < Double(max(0, seconds)) + 8)
    }
}
