import Testing

@testable import VenueRuntime

@Suite("The pace of sending")
struct SendingPaceTests {
    private static let ms: Int64 = 1_000_000

    @Test("sends what is due, and after a stall no more than a tenth of a second at once")
    func limits() {
        let ms = Self.ms
        var pace = SendingPace(at: 1_000 * ms)
        #expect(pace.limit(at: 1_000 * ms, first: 0) == 0)
        #expect(pace.limit(at: 1_004 * ms, first: 5 * ms) == 4 * ms)
        // 100 ms late: all of it is sent.
        #expect(pace.limit(at: 1_105 * ms, first: 5 * ms) == 105 * ms)
        // 3 s late: what is due 100 ms from the oldest on is sent, and everything behind it 2.9 s later.
        #expect(pace.limit(at: 4_110 * ms, first: 110 * ms) == 210 * ms)
        #expect(pace.origin == 3_900 * ms)
        #expect(pace.limit(at: 4_111 * ms, first: 212 * ms) == 211 * ms)
    }

    @Test("sleeps until the next one is due, between one and five milliseconds")
    func sleeps() {
        let ms = Self.ms
        let pace = SendingPace(at: 1_000 * ms)
        #expect(pace.wakeUp(after: 1_000 * ms, first: 3 * ms) == 1_003 * ms)
        #expect(pace.wakeUp(after: 1_000 * ms, first: 30 * ms) == 1_005 * ms)
        #expect(pace.wakeUp(after: 1_000 * ms, first: ms / 10) == 1_001 * ms)
        #expect(pace.wakeUp(after: 1_000 * ms, first: -7 * ms) == 1_001 * ms)
        // A venue without senders waits for nothing.
        #expect(pace.wakeUp(after: 1_000 * ms, first: .max) == 1_005 * ms)
    }
}
