import Bytes
import ClipSupport
import History
import Pipeline
import TestSupport
import Testing
import Timing
import TransportStream

@testable import Clips

@Suite("Clips at the live edge")
struct LiveEdgeTests {
    /// The stream up to some moments of its way, as those saw it who asked then.
    private static func moments() throws -> [(time: Int64, stream: KeptStream)] {
        var player = StreamPlayer()
        var seen: [(Int64, KeptStream)] = []
        player.play(try StreamPlayer.datagrams(of: NumberedStream.fixture())) { time, player in
            guard time > 6_000_000_000, let stream = try? KeptStream(player.engine.snapshot) else { return }
            if (seen.last?.0 ?? 0) + 900_000_000 < time { seen.append((time, stream)) }
        }
        return seen
    }

    @Test("Pain 22: last=3s ends at the newest complete picture when it was asked for")
    func last() throws {
        let moments = try Self.moments()
        #expect(moments.count > 10)
        for (_, stream) in moments {
            let edge = try #require(stream.history.liveEdge)
            let request = ClipRequest(window: .last(StreamDuration(seconds: 3)))
            let plan = try MoviePlanTests.plan(stream, request)
            let newest = try #require(stream.pictures.last)
            #expect(plan.tracks[0].samples.contains { $0.unit.unit.start == newest.unit.start })
            // The live edge is where the newest picture ends; 75 pictures of 40 ms.
            #expect(plan.facts.start >= edge - StreamDuration(seconds: 3))
            #expect(plan.duration == 270_000)
            #expect(!plan.facts.isClipped)
            let transport = try TransportClip(request, of: stream.channel, from: stream.history)
            #expect(transport.facts.start == plan.facts.start && transport.facts.duration == plan.facts.duration)
        }
    }

    @Test("are never longer than asked where a reference is there before the pictures that come first")
    func reference() throws {
        // Camera "sideline": each third picture is sent before the two that are presented before it; 25 a second.
        var player = StreamPlayer()
        var stamps: Set<Int64> = []
        var numbers: Set<Int> = []
        player.play(StreamPlayer.datagrams(of: try DemoFile.bytes("sideline.ts"))) { time, player in
            guard time > 6_000_000_000, time < 8_000_000_000, let stream = try? KeptStream(player.engine.snapshot),
                let edge = stream.history.liveEdge, stamps.insert(edge.nanoseconds).inserted
            else { return }
            let request = ClipRequest(window: .last(StreamDuration(seconds: 3)))
            guard let clip = try? TransportClip(request, of: stream.channel, from: stream.history) else {
                return #expect(Bool(false), "no clip at \(time)")
            }
            // It ends where the live edge is: with the newest picture, which lasts 40 ms.
            #expect(clip.facts.start >= edge - StreamDuration(seconds: 3))
            #expect(clip.facts.start + clip.facts.duration == edge)
            numbers.insert(Int((clip.facts.duration.milliseconds / 40).rounded()))
        }
        #expect(stamps.count > 12)
        #expect(numbers == [75])
    }

    @Test("Pain 23: a clip that ends 50 ms before now succeeds, and says that it is not final")
    func now() throws {
        for (time, stream) in try Self.moments() {
            let now = StreamTime(nanoseconds: StreamPlayer.start + time)
            let end = now - StreamDuration(milliseconds: 50)
            let request = ClipRequest(window: .absolute(from: end - StreamDuration(seconds: 2), to: end))
            let plan = try MoviePlanTests.plan(stream, request)
            MoviePlanTests.check(plan)
            #expect(plan.duration > 0 && !plan.facts.isFinal)
            _ = try TransportClip(request, of: stream.channel, from: stream.history)
        }
    }

    @Test("are the same for ever once they say that they are final")
    func finality() throws {
        let moments = try Self.moments()
        let whole = try #require(moments.last).stream
        var final = 0
        for (_, stream) in moments {
            let edge = try #require(stream.history.liveEdge)
            for back in stride(from: 0, to: 3_000, by: 130) as StrideTo<Int64> {
                let end = edge - StreamDuration(milliseconds: back)
                let request = ClipRequest(window: .absolute(from: end - StreamDuration(seconds: 1), to: end))
                for format in [ClipFormat.progressive, .fragmented] {
                    let plan = try MoviePlanTests.plan(stream, request, format)
                    guard plan.facts.isFinal else { continue }
                    final += 1
                    #expect(try MoviePlanTests.plan(whole, request, format).facts.entityTag == plan.facts.entityTag)
                }
                let clip = try TransportClip(request, of: stream.channel, from: stream.history)
                guard clip.facts.isFinal else { continue }
                let later = try TransportClip(request, of: whole.channel, from: whole.history)
                #expect(later.body.joined == clip.body.joined)
            }
        }
        #expect(final > 100)
    }
}
