import ClipSupport
import History
import Testing
import Timing

@testable import Clips

@Suite("Windows of a history")
struct WindowTests {
    private func stream() throws -> HistorySnapshot { try TransportClipTests.history("closed-gop.ts").history }

    private func failure(_ arguments: String, _ history: HistorySnapshot) throws -> ClipFailure? {
        let request = try TransportClipTests.parse(arguments)
        do throws(ClipFailure) {
            _ = try TransportClip(request, of: TransportClipTests.channel, from: history)
            return nil
        } catch {
            return error
        }
    }

    @Test("are cut to what is kept, or refused with clamp=0")
    func clamping() throws {
        let history = try stream()
        let oldest = try #require(history.oldest)
        let edge = try #require(history.liveEdge)
        let window = try TransportClipTests.parse("last=20s").window(in: history)
        #expect(window.start == oldest && window.end == edge && window.isClipped)
        #expect(window.requestedStart == edge - StreamDuration(seconds: 20))
        #expect(try TransportClipTests.parse("last=3s").window(in: history).isClipped == false)
        #expect(try failure("last=20s&clamp=0", history) == .past(oldest: oldest))
        #expect(try failure("last=3s&clamp=0", history) == nil)
        // The stream is sent from 2026-01-01T00:00:00Z on.
        #expect(try failure("start=2025-12-31T23:59:00Z&duration=5", history) == .past(oldest: oldest))
        let late = try failure("start=2026-01-01T00:01:00Z&duration=5", history)
        #expect(late?.status == 425 && (late?.retryAfterSeconds ?? 0) >= 50)
        let half = "start=2026-01-01T00:00:04Z&duration=60"
        #expect(try failure(half, history) == nil)
        #expect(try failure(half + "&clamp=0", history)?.status == 425)
        let wait = try #require(try TransportClipTests.parse(half).timeUntilComplete(in: history))
        #expect(wait > StreamDuration(seconds: 50) && wait < StreamDuration(seconds: 60))
        let open = try TransportClipTests.parse("timerange=_").window(in: history)
        #expect(open.start == oldest && open.end == edge && !open.isClipped)
    }

    @Test("between two pictures hold none")
    func between() throws {
        let (history, times) = try TransportClipTests.history("closed-gop.ts")
        let time = try #require(times[226_800])
        let request = TransportClipTests.request(
            time + StreamDuration(milliseconds: 1), time + StreamDuration(milliseconds: 2))
        #expect(throws: ClipFailure.noPicture) {
            try TransportClip(request, of: TransportClipTests.channel, from: history)
        }
    }

    @Test("of a channel's first two seconds are refused when they are absolute, since pictures may still move")
    func settling() throws {
        var player = StreamPlayer()
        var seen: [(Int64, ClipFailure?, Bool)] = []
        let datagrams = try StreamPlayer.datagrams("closed-gop.ts").filter { $0.time < 4_000_000_000 }
        // Without RTP there is no numbering to be learned first: pictures come at once.
        player.play(datagrams, .init(isRTP: false)) { time, player in
            guard let history = player.history, history.liveEdge != nil else { return }
            let absolute = try? failure("timerange=_", history)
            let relative = try? failure("last=1s", history)
            seen.append((time, absolute ?? nil, (relative ?? nil) == nil))
        }
        let early = seen.filter { $0.0 < 1_900_000_000 }
        #expect(!early.isEmpty)
        #expect(early.allSatisfy { $0.1?.status == 425 && $0.2 })
        #expect(seen.last?.1 == nil)
    }

    @Test("of an empty history are refused")
    func nothing() throws {
        var player = StreamPlayer()
        player.play(Array(try StreamPlayer.datagrams("closed-gop.ts").prefix(2)))
        guard let history = player.history else { return }
        #expect(try failure("last=1s", history) == .nothingKept)
    }
}
