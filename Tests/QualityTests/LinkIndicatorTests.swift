import Protection
import Quality
import Testing
import Timing

@Suite("Link indicator")
struct LinkIndicatorTests {
    struct Mix: CustomTestStringConvertible, Sendable {
        var failed: Int
        var recovered: Int
        var d = 1
        var want: Int
        var testDescription: String { "\(failed) failed and \(recovered) recovered of 10" }
    }

    /// With F the failed share and S the mean of d/R over all, 10·(1 − F)⁸·(1 − S/2), worked out by hand:
    /// 0.9⁸ = 0.430, 0.8⁸ = 0.168, 0.7⁸ = 0.058, 0.6⁸ = 0.017; 5 of 10 recovered with d/R = 1/4: 10·(1 − 1/16) = 9.375;
    /// all recovered with d/R = 1: 10·(1 − 1/2) = 5; 2 failed, 8 recovered with d/R = 1/4: 1.678·0.9 = 1.51.
    static let mixes = [
        Mix(failed: 0, recovered: 0, want: 10), Mix(failed: 1, recovered: 0, want: 4),
        Mix(failed: 2, recovered: 0, want: 2), Mix(failed: 3, recovered: 0, want: 1),
        Mix(failed: 4, recovered: 0, want: 0), Mix(failed: 10, recovered: 0, want: 0),
        Mix(failed: 0, recovered: 5, want: 9), Mix(failed: 0, recovered: 10, d: 4, want: 5),
        Mix(failed: 0, recovered: 10, d: 9, want: 5), Mix(failed: 2, recovered: 8, want: 2),
    ]

    static func time(_ seconds: Double) -> StreamTime { StreamTime(nanoseconds: Int64(seconds * 1e9)) }

    static func window(
        closed: Double, _ outcome: WindowRecord.Outcome, k: Int = 40, d: Int = 0, r: Int = 0, capacity: Int = 4,
        run: Int = 0
    ) -> WindowRecord {
        WindowRecord(
            run: run, id: 0, k: k, d: d, r: r, capacity: capacity, firstNumber: 0, lastNumber: 39,
            opened: time(closed), closed: time(closed), outcome: outcome)
    }

    @Test("3.3: follows the formula over ten windows", arguments: mixes)
    func formula(_ mix: Mix) {
        var link = LinkIndicator()
        for index in 0..<10 {
            let outcome: WindowRecord.Outcome =
                index < mix.failed ? .recoveryFailed : index < mix.failed + mix.recovered ? .recovered : .noLoss
            link.add(Self.window(closed: 1, outcome, d: outcome == .noLoss ? 0 : mix.d))
        }
        link.sample(at: Self.time(2), lastArrival: Self.time(2))
        #expect(link.value == mix.want)
    }

    /// An indicator that is 10 and 0 by turns: of each later ten samples the mean, 5, is told (definitions D13).
    @Test("tells six hours second by second and later ones by the mean of ten")
    func longTimeline() {
        var link = LinkIndicator()
        for second in 0..<21_700 as Range<Int64> {
            let time = StreamTime(nanoseconds: second * 1_000_000_000)
            link.add(
                WindowRecord(
                    run: 0, id: second, k: 40, d: 0, firstNumber: 0, lastNumber: 39, opened: time, closed: time,
                    outcome: .noLoss))
            link.sample(at: time, lastArrival: second % 2 == 0 ? time : nil)
        }
        #expect(link.timeline.count == 21_601)
        #expect(link.timeline.last == LinkIndicator.Change(time: Self.time(21_600), value: 5))
        #expect(link.value == 0)
        #expect(link.mean == 5)
    }

    /// Nine of ten windows of 10 packets fail, but one window of 910 is whole: F = 90/1000, 0.91⁸ = 0.470.
    @Test("weighs windows by their source packets")
    func weights() {
        var link = LinkIndicator()
        for _ in 0..<9 { link.add(Self.window(closed: 1, .recoveryFailed, k: 10, d: 5)) }
        link.add(Self.window(closed: 1, .noLoss, k: 910))
        link.sample(at: Self.time(2), lastArrival: Self.time(2))
        #expect(link.value == 5)
    }

    @Test("counts a window for ten seconds, from the first sample after its close to the last before it is ten old")
    func span() {
        var link = LinkIndicator()
        link.add(Self.window(closed: 1, .recoveryFailed, d: 9))
        link.add(Self.window(closed: 1.5, .noLoss))
        for second in 0...13 { link.sample(at: Self.time(Double(second)), lastArrival: Self.time(Double(second))) }
        // F = 1/2 gives 0.039, so 0; at second 11 only the whole window is left; at second 12 none.
        #expect(
            link.timeline == [
                .init(time: Self.time(0), value: 0), .init(time: Self.time(11), value: 10),
                .init(time: Self.time(12), value: 0),
            ])
    }

    @Test("begins with the first sample that has a window, and sums over samples")
    func samples() {
        var link = LinkIndicator()
        link.sample(at: Self.time(1), lastArrival: Self.time(1))
        #expect(link.timeline.isEmpty && link.minimum == nil && link.mean == nil && link.value == 0)
        link.add(Self.window(closed: 1.5, .noLoss))
        link.sample(at: Self.time(2), lastArrival: Self.time(2))
        link.add(Self.window(closed: 2.5, .recovered, d: 4))
        link.sample(at: Self.time(3), lastArrival: Self.time(2.1))
        // S = 1/2: 10·(1 − 1/4) = 7.5, rounded up.
        #expect(link.value == 8 && link.minimum == 8 && link.mean == 9)
    }

    @Test("is 0 when nothing arrived for a second, and comes back")
    func silence() {
        var link = LinkIndicator()
        link.add(Self.window(closed: 1, .noLoss))
        link.sample(at: Self.time(1), lastArrival: Self.time(0.9))
        link.sample(at: Self.time(2), lastArrival: Self.time(1))
        link.sample(at: Self.time(3), lastArrival: Self.time(2.5))
        #expect(link.timeline.map(\.value) == [10, 0, 10] && link.minimum == 0)
    }

    @Test("passes over windows in no class")
    func unclassified() {
        var link = LinkIndicator()
        link.add(Self.window(closed: 1, .partial, d: 30))
        link.add(Self.window(closed: 1, .open, d: 30))
        link.sample(at: Self.time(1), lastArrival: Self.time(1))
        #expect(link.timeline.isEmpty)
    }

    @Test("takes the most repair packets seen in a window of the run where none are announced, and 1 where none came")
    func repairsSeen() {
        var link = LinkIndicator()
        link.add(Self.window(closed: 1, .noLoss, r: 8, capacity: 0))
        link.add(Self.window(closed: 1, .recovered, d: 4, r: 6, capacity: 0))
        link.sample(at: Self.time(1), lastArrival: Self.time(1))
        // S = (1/2)/2: 10·(1 − 1/8) = 8.75.
        #expect(link.value == 9)
        var bare = LinkIndicator()
        bare.add(Self.window(closed: 1, .recovered, d: 1, capacity: 0))
        bare.sample(at: Self.time(1), lastArrival: Self.time(1))
        #expect(bare.value == 5)
    }
}
