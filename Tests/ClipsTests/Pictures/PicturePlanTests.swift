import ClipSupport
import History
import Testing
import Timing
import TransportStream

@testable import Clips

@Suite("Pictures that are looked for in a history")
struct PicturePlanTests {
    static let tick = StreamDuration(nanoseconds: 1)

    /// The pictures of a stream in the order of presentation.
    static func pictures(_ history: HistorySnapshot) -> [IndexedUnit] {
        history.units(of: history[0].lead).sorted { $0.unit.pts < $1.unit.pts }
    }

    @Test(
        "are the last ones presented at or before the instant, decoded from where decoding can start",
        arguments: TransportClipTests.streams)
    func exact(_ name: String) throws {
        let (history, _) = try TransportClipTests.history(name)
        let all = history.units(of: history[0].lead)
        let presented = Self.pictures(history)
        let edge = try #require(history.liveEdge)
        for (index, picture) in presented.enumerated() {
            let next = index + 1 < presented.count ? presented[index + 1].pictureTime : edge
            for instant in [picture.pictureTime, picture.pictureTime + Self.tick, next - Self.tick] {
                let plan = try PicturePlan(at: .absolute(instant), in: history)
                #expect(plan.target.indexed == picture)
                #expect(plan.time == picture.pictureTime)
                // Definitions D3, as it stands: the last random access point at or before it in the order of presentation.
                let entry = all.last { $0.unit.randomAccess != nil && $0.unit.pts <= picture.unit.pts }
                #expect(plan.entry.indexed == entry)
                #expect(plan.lostPackets == 0 && !plan.isDamaged)
            }
        }
        #expect(presented.count > 150)
    }

    @Test("at the live edge are the newest, and back from it as far as is kept", arguments: TransportClipTests.streams)
    func relative(_ name: String) throws {
        let (history, _) = try TransportClipTests.history(name)
        let presented = Self.pictures(history)
        let newest = try PicturePlan(at: .beforeLiveEdge(.zero), in: history)
        #expect(newest.target.indexed == presented.last)
        let length = StreamDuration(seconds: 2)
        let edge = try #require(history.liveEdge)
        let earlier = try PicturePlan(at: .beforeLiveEdge(length), in: history)
        #expect(earlier.target.indexed == presented.last { $0.pictureTime <= edge - length })
        #expect(throws: ClipFailure.self) {
            try PicturePlan(at: .beforeLiveEdge(StreamDuration(seconds: 3_600)), in: history)
        }
    }

    @Test("are past or to come where clips are")
    func outside() throws {
        let (history, _) = try TransportClipTests.history("closed-gop.ts")
        let oldest = try #require(history.oldest)
        let edge = try #require(history.liveEdge)
        #expect(throws: ClipFailure.past(oldest: oldest)) {
            try PicturePlan(at: .absolute(oldest - Self.tick), in: history)
        }
        #expect(throws: ClipFailure.future(liveEdge: edge, retryAfterSeconds: 1)) {
            try PicturePlan(at: .absolute(edge), in: history)
        }
        #expect(throws: ClipFailure.future(liveEdge: edge, retryAfterSeconds: 10)) {
            try PicturePlan(at: .absolute(edge + StreamDuration(milliseconds: 9_500)), in: history)
        }
        for instant in [Int64.min, 0, .max] {
            #expect(throws: ClipFailure.self) {
                try PicturePlan(at: .absolute(StreamTime(nanoseconds: instant)), in: history)
            }
        }
    }

    @Test("are final once nothing can come before them any more")
    func finality() throws {
        var player = StreamPlayer()
        var seen: [StreamTime: Int64] = [:]
        var finals = 0
        player.play(try StreamPlayer.datagrams("open-gop.ts")) { time, player in
            guard time > 2_200_000_000, time / 1_000_000 % 40 < 6, let history = player.history,
                let edge = history.liveEdge
            else { return }
            for back in stride(from: 1, through: 400_000_000, by: 13_000_000) {
                let instant = edge - StreamDuration(nanoseconds: Int64(back))
                guard let plan = try? PicturePlan(at: .absolute(instant), in: history), plan.isFinal else { continue }
                finals += 1
                let pts = plan.target.indexed.unit.pts
                #expect(seen[instant] ?? pts == pts)
                seen[instant] = pts
            }
        }
        #expect(finals > 100)
        let history = try #require(player.history)
        for (instant, pts) in seen {
            #expect(try PicturePlan(at: .absolute(instant), in: history).target.indexed.unit.pts == pts)
        }
    }

    @Test("say how much was lost on the way to them, and whether it hurts them")
    func loss() throws {
        var sending = StreamPlayer.Sending()
        sending.lost = [60]
        let (history, _) = try TransportClipTests.history("closed-gop.ts", sending)
        let (whole, _) = try TransportClipTests.history("closed-gop.ts")
        var hurt = 0
        for picture in Self.pictures(history) {
            let plan = try PicturePlan(at: .absolute(picture.pictureTime), in: history)
            // The entry is the one of the undamaged stream, so that the loss counts in one group only.
            #expect(plan.lostPackets <= 1 && plan.recoveredPackets == 0)
            if plan.isDamaged {
                hurt += 1
                #expect(plan.lostPackets == 1)
            }
        }
        // A datagram of seven packets holds a good part of a picture; what is decoded from it is hurt as well.
        #expect(hurt > 0 && hurt <= 25)
        #expect(Self.pictures(whole).count >= Self.pictures(history).count)
    }

    @Test("before a restart of the sender last until its first picture")
    func outage() throws {
        var player = StreamPlayer()
        let datagrams = try StreamPlayer.datagrams("closed-gop.ts")
        player.play(datagrams)
        player.play(datagrams, .init(synchronizationSource: 7, after: 20_000_000_000))
        player.finish()
        let history = try #require(player.history)
        let first = history[0].run
        let old = (0..<history.count).filter { history[$0].run == first }.flatMap {
            history[$0].units(of: history[$0].lead)
        }
        let last = try #require(old.max { $0.unit.pts < $1.unit.pts })
        let new = try #require(
            (0..<history.count).filter { history[$0].run != first }.map { history[$0].start }.min())
        #expect(new - last.pictureTime > StreamDuration(seconds: 10))
        let plan = try PicturePlan(at: .absolute(new - Self.tick), in: history)
        #expect(plan.target.indexed == last)
        #expect(plan.isFinal)
        #expect(try PicturePlan(at: .absolute(new), in: history).time == new)
    }
}
