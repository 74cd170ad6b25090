import Testing
import Timing

@testable import History

/// Expected values follow from the rules o ← clamp(o − t), o ← clamp(t), o ← clamp(o + |t|), o ← 0 with o in 0 … depth.
@Suite("Play-heads")
struct PlayHeadTests {
    typealias Move = PlayHead.Move

    static func time(_ milliseconds: Int64) -> StreamTime { StreamTime(nanoseconds: milliseconds * 1_000_000) }
    static func length(_ milliseconds: Int64) -> StreamDuration { StreamDuration(milliseconds: milliseconds) }

    /// A head 10 s behind the live position of a history of 30 s that reaches from 100 s to 130 s.
    static var middle: PlayHead {
        var head = PlayHead(in: PlayReach(oldest: time(100_000), live: time(130_000)))
        head.seekAbsolute(10_000)
        return head
    }

    @Test(
        "3.13, V3: seekRelative goes towards live when positive, as far as there is something",
        arguments: [
            (0, 10_000, .none), (1, 9_999, .forward), (-1, 10_001, .back), (9_999, 1, .forward), (10_000, 0, .live),
            (10_001, 0, .live), (-20_000, 30_000, .back), (-20_001, 30_000, .back), (.max, 0, .live),
            (.min, 30_000, .back), (.min + 1, 30_000, .back), (Int(Int64.max / 1_000_000), 0, .live),
            (-Int(Int64.max / 1_000_000) - 1, 30_000, .back),
        ] as [(Int, Int64, Move)])
    func relative(_ durationMs: Int, _ offset: Int64, _ move: Move) {
        var head = Self.middle
        #expect(head.seekRelative(durationMs) == move)
        #expect(head.offset == Self.length(offset))
        #expect(head.position == Self.time(130_000 - offset))
        #expect(head.isBehind == (offset > 0))
    }

    @Test(
        "3.13, V4: seekAbsolute counts from live, as far as there is something",
        arguments: [
            (0, 0, .live), (1, 1, .forward), (9_999, 9_999, .forward), (10_000, 10_000, .none),
            (10_001, 10_001, .back), (30_000, 30_000, .back), (30_001, 30_000, .back), (.max, 30_000, .back),
            (UInt(Int.max), 30_000, .back),
        ] as [(UInt, Int64, Move)])
    func absolute(_ durationMs: UInt, _ offset: Int64, _ move: Move) {
        var head = Self.middle
        #expect(head.seekAbsolute(durationMs) == move)
        #expect(head.offset == Self.length(offset))
    }

    @Test(
        "X2: rewindForDuration goes back by the amount, whatever its sign",
        arguments: [
            (0, 10_000, .none), (-20_000, 30_000, .back), (20_000, 30_000, .back), (5_000, 15_000, .back),
            (-5_000, 15_000, .back), (.max, 30_000, .back), (.min, 30_000, .back),
        ] as [(Int, Int64, Move)])
    func rewind(_ durationMs: Int, _ offset: Int64, _ move: Move) {
        var head = Self.middle
        #expect(head.rewindForDuration(durationMs) == move)
        #expect(head.offset == Self.length(offset))
    }

    @Test("V6: playLive goes to the live position, and says so once")
    func live() {
        var head = Self.middle
        #expect(head.playLive() == .live)
        #expect(head.position == Self.time(130_000))
        #expect(head.playLive() == .none)
        #expect(head.seekAbsolute(0) == .none)
    }

    @Test(
        "stay at the live position of an empty history, whatever is asked",
        arguments: [nil, 130_000, 130_001] as [Int64?])
    func empty(_ oldest: Int64?) {
        var head = PlayHead(in: PlayReach(oldest: oldest.map(Self.time), live: Self.time(130_000)))
        #expect(head.seekRelative(.min) == .none)
        #expect(head.seekRelative(.max) == .none)
        #expect(head.seekAbsolute(.max) == .none)
        #expect(head.rewindForDuration(.min) == .none)
        #expect(head.playLive() == .none)
        #expect(head.offset == .zero)
        #expect(head.reach.depth == .zero)
        #expect(head.position == Self.time(130_000))
    }

    @Test("survive the ends of time")
    func extremes() {
        let all = PlayReach(oldest: StreamTime(nanoseconds: .min), live: StreamTime(nanoseconds: .max))
        var head = PlayHead(in: all)
        #expect(head.seekRelative(.min) == .back)
        #expect(head.offset == StreamDuration(nanoseconds: .max))
        #expect(head.rewindForDuration(.min) == .none)
        #expect(head.seekRelative(.max) == .live)
        head.advance(by: StreamDuration(nanoseconds: .max), in: all, isRunning: false)
        #expect(head.position == all.live)
        head.advance(
            by: StreamDuration(nanoseconds: .min),
            in: PlayReach(oldest: nil, live: StreamTime(nanoseconds: .min)), isRunning: false)
        #expect(head.position == StreamTime(nanoseconds: .min))
        #expect(head.seekRelative(.min) == .none)
    }

    @Test("D10: keep the asked offset while stream time goes on")
    func keeping() {
        var head = Self.middle
        for second in 1...100 as ClosedRange<Int64> {
            let reach = PlayReach(
                oldest: Self.time(100_000 + second * 1_000), live: Self.time(130_000 + second * 1_000))
            #expect(head.advance(by: Self.length(1_000), in: reach, isRunning: true) == .none)
            #expect(head.offset == Self.length(10_000))
            #expect(head.position == Self.time(120_000 + second * 1_000))
        }
        #expect(head.isBehind)
    }

    @Test("3.13: stick to the oldest when the past is given up under them")
    func eviction() {
        var head = Self.middle
        head.seekAbsolute(.max)
        let shorter = PlayReach(oldest: Self.time(105_000), live: Self.time(131_000))
        #expect(head.advance(by: Self.length(1_000), in: shorter, isRunning: true) == .none)
        #expect(head.position == Self.time(105_000))
        #expect(head.offset == Self.length(26_000))
        // What comes back does not move it: the offset is what it is now.
        let longer = PlayReach(oldest: Self.time(100_000), live: Self.time(132_000))
        head.advance(by: Self.length(1_000), in: longer, isRunning: true)
        #expect(head.offset == Self.length(26_000))
        // With nothing left it is at the live position.
        #expect(head.advance(by: .zero, in: PlayReach(oldest: nil, live: Self.time(133_000)), isRunning: true) == .live)
        #expect(head.offset == .zero)
        #expect(!head.isBehind)
    }

    @Test("go on to the live position of a finished capture, and say so once")
    func finished() {
        let reach = PlayReach(oldest: Self.time(100_000), live: Self.time(130_000))
        var head = PlayHead(in: reach)
        head.seekAbsolute(2_500)
        for (offset, move) in [(1_500, .none), (500, .none), (0, .live), (0, .none)] as [(Int64, Move)] {
            #expect(head.advance(by: Self.length(1_000), in: reach, isRunning: false) == move)
            #expect(head.offset == Self.length(offset))
        }
        #expect(head.seekRelative(-1_000) == .back)
        #expect(head.position == Self.time(129_000))
    }

    @Test("go on without a jump when the capture ends, and tell nothing when they were live")
    func ending() {
        var head = PlayHead(in: PlayReach(oldest: Self.time(100_000), live: Self.time(130_000)))
        // The live position was a second behind; now it is the live edge.
        let ended = PlayReach(oldest: Self.time(100_000), live: Self.time(131_100))
        #expect(head.advance(by: Self.length(100), in: ended, isRunning: false) == .none)
        #expect(head.position == Self.time(130_100))
        #expect(head.advance(by: Self.length(2_000), in: ended, isRunning: false) == .none)
        #expect(head.offset == .zero)
    }

    @Test("never go back by time that steps back")
    func backwards() {
        let reach = PlayReach(oldest: Self.time(100_000), live: Self.time(130_000))
        var head = PlayHead(in: reach)
        head.seekAbsolute(5_000)
        head.advance(by: Self.length(-3_000), in: reach, isRunning: false)
        #expect(head.offset == Self.length(5_000))
    }
}
