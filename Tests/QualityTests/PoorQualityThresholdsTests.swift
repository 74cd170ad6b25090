import Quality
import Testing
import Timing

@Suite("Poor quality with other thresholds")
struct PoorQualityThresholdsTests {
    @Test("what is low, what is high and for how long is configured")
    func configured() {
        var thresholds = PoorQuality.Thresholds()
        // The usual ones are those of SDK semantics 3.4.
        #expect([thresholds.low, thresholds.lowSamples, thresholds.high, thresholds.highSamples] == [3, 5, 6, 10])
        thresholds.low = 7
        thresholds.lowSamples = 2
        thresholds.high = 9
        thresholds.highSamples = 3
        var quality = PoorQuality(since: StreamTime(nanoseconds: 0), thresholds: thresholds)
        var answers: [Bool] = []
        for (second, value) in [7, 8, 7, 7, 8, 8, 9, 9, 8, 9, 9, 9].enumerated() {
            // Windows fail all the time, so that only high samples clear it.
            quality.take(
                LinkIndicator.Sample(
                    time: StreamTime(nanoseconds: Int64(second + 1) * 1_000_000_000), value: value, hasFailures: true))
            answers.append(quality.isPoor)
        }
        // Two in a row that are low are seconds 3 and 4; three that are high 10 to 12.
        #expect(answers == [false, false, false, true, true, true, true, true, true, true, true, false])
    }
}
