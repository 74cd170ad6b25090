import Protection
import Quality
import Testing
import Timing

@Suite("Poor quality")
struct PoorQualityTests {
    /// Samples second by second, and after which of them (counted from 1) the bit changes, worked out by hand from the rule:
    /// set after LI ≤ 3 for 5 s in a row, cleared after LI ≥ 6 for 10 s in a row, or without a failed window in the last 10 s
    /// (B8) unless the sample itself is low.
    struct Series: CustomTestStringConvertible, Sendable {
        var name: String
        /// Runs of samples: how many of which value.
        var runs: [(count: Int, value: Int, hasFailures: Bool)]
        var changes: [Int]
        var testDescription: String { name }
    }

    static let series = [
        Series(name: "four low samples are not enough", runs: [(4, 3, true), (1, 4, true), (4, 0, true)], changes: []),
        Series(name: "five low samples in a row set it", runs: [(3, 10, false), (6, 3, true)], changes: [8]),
        Series(
            name: "ten high samples in a row clear it, however many windows failed",
            runs: [(5, 0, true), (9, 6, true), (1, 5, true), (10, 6, true)], changes: [5, 25]),
        Series(
            name: "B8: no failed window in ten seconds clears it at once, though the indicator is middling",
            runs: [(7, 2, true), (3, 5, true), (1, 5, false)], changes: [5, 11]),
        Series(
            name: "a low sample never clears it: silence has no failed windows", runs: [(5, 0, false), (20, 0, false)],
            changes: [5]),
        Series(
            name: "it is set again", runs: [(5, 1, true), (1, 4, false), (4, 3, false), (1, 3, false)],
            changes: [5, 6, 11]),
    ]

    @Test("3.4, B8: is set and cleared by samples in a row", arguments: series)
    func rule(_ series: Series) {
        var quality = PoorQuality(since: Self.time(0))
        var changes: [Int] = []
        var second = 0
        for run in series.runs {
            for _ in 0..<run.count {
                second += 1
                let before = quality.isPoor
                quality.take(
                    LinkIndicator.Sample(
                        time: Self.time(second), value: run.value, hasFailures: run.hasFailures))
                if quality.isPoor != before { changes.append(second) }
            }
        }
        #expect(changes == series.changes)
    }

    @Test("takes each sample once, and none from before the channel was tuned")
    func once() {
        var quality = PoorQuality(since: Self.time(3))
        for _ in 0..<3 {
            for second in 1...7 {
                quality.take(LinkIndicator.Sample(time: Self.time(second), value: 0, hasFailures: true))
            }
        }
        #expect(!quality.isPoor)
        quality.take(LinkIndicator.Sample(time: Self.time(8), value: 0, hasFailures: true))
        #expect(quality.isPoor)
    }

    /// A window a second, of which the one that closes at 11.5 s fails, and silence from 30 s on: of the ten windows that
    /// second 12 looks back at one failed, 10·0.9⁸ = 4.3.
    @Test("comes out the same whether samples are looked at one by one, late, or long after the channel fell silent")
    func late() {
        var link = LinkIndicator()
        var eager = PoorQuality(since: Self.time(0))
        var history: [Bool] = []
        for second in 1...40 {
            let outcome: WindowRecord.Outcome = second == 12 ? .recoveryFailed : .noLoss
            if second <= 30 {
                link.add(LinkIndicatorTests.window(closed: Double(second) - 0.5, outcome, d: second == 12 ? 1 : 0))
            }
            link.sample(at: Self.time(second), lastArrival: Self.time(min(second, 30)))
            eager.take(link, through: Self.time(second))
            history.append(eager.isPoor)
        }
        // Silent for a second at 31: the fifth low sample is the one of second 35.
        #expect(history.firstIndex(of: true) == 34)
        var patient = PoorQuality(since: Self.time(0))
        patient.take(link, through: Self.time(40))
        #expect(patient == eager)
        #expect(link.samples(after: Self.time(11), through: Self.time(13)).map(\.value) == [4, 4])
        #expect(link.samples(after: Self.time(10), through: Self.time(12)).map(\.hasFailures) == [false, true])
        // Nobody samples a channel at rest: it is 0 all the same.
        #expect(link.samples(after: Self.time(40), through: Self.time(43)).map(\.value) == [0, 0, 0])
        #expect(LinkIndicator().samples(after: Self.time(0), through: Self.time(9)).isEmpty)
    }

    @Test("keeps the newest samples, and stays in bounds whatever it is asked")
    func bounds() {
        var link = LinkIndicator()
        link.add(LinkIndicatorTests.window(closed: 1, .noLoss))
        for second in 1...6_000 { link.sample(at: Self.time(second), lastArrival: Self.time(second)) }
        let all = link.samples(after: StreamTime(nanoseconds: .min), through: Self.time(6_000))
        #expect((2_048...4_097).contains(all.count))
        #expect(all.last == LinkIndicator.Sample(time: Self.time(6_000), value: 0, hasFailures: false))
        #expect(
            link.samples(after: StreamTime(nanoseconds: .min), through: StreamTime(nanoseconds: .max)).count <= 4_097)
        #expect(link.samples(after: Self.time(6_000), through: Self.time(10)).isEmpty)
        // Time jumps: what was before is forgotten.
        link.sample(at: Self.time(90_000), lastArrival: Self.time(90_000))
        #expect(link.samples(after: Self.time(0), through: Self.time(90_000)).count == 1)
    }

    static func time(_ second: Int) -> StreamTime { StreamTime(nanoseconds: Int64(second) * 1_000_000_000) }
}
