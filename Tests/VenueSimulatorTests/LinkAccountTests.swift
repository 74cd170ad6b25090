import Testing
import Timing

@testable import VenueSimulator

@Suite("The link indicator")
struct LinkAccountTests {
    private static func windows(_ outcome: WindowTruth.Outcome, _ count: Int, k: Int, d: Int) -> [WindowTruth] {
        Array(
            repeating: WindowTruth(
                id: 0, run: 0, k: k, d: d, recovered: 0, outcome: outcome, closed: StreamTime(nanoseconds: 0),
                known: StreamTime(nanoseconds: 0)),
            count: count)
    }

    /// Failed windows of ten and the value, from the definition's own table.
    @Test("falls with failed windows", arguments: [(0, 10), (1, 4), (2, 2), (3, 1), (4, 0), (10, 0)])
    func failures(_ failed: Int, _ value: Int) {
        let windows =
            Self.windows(.recoveryFailed, failed, k: 32, d: 3) + Self.windows(.noLoss, 10 - failed, k: 32, d: 0)
        #expect(LinkAccount.indicator(windows, capacity: 12) == value)
    }

    /// Everything recovered: 10·(1 - S/2) with S = d/R, by hand.
    @Test("stays at 5 and above while all is recovered", arguments: [(1, 10), (3, 9), (6, 8), (12, 5), (20, 5)])
    func recoveries(_ dropped: Int, _ value: Int) {
        #expect(LinkAccount.indicator(Self.windows(.recovered, 7, k: 32, d: dropped), capacity: 12) == value)
    }

    @Test("is 0 without windows")
    func nothing() { #expect(LinkAccount.indicator([], capacity: 12) == 0) }
}
