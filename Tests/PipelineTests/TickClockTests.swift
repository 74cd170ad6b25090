import Testing
import Timing

@testable import Pipeline

@Suite("Tick clock")
struct TickClockTests {
    private static let start = StreamTime(nanoseconds: 1_700_000_000_020_000_000)

    /// Ticks that run up to `time`, and how many of them are whole seconds.
    private static func run(_ clock: inout TickClock, to time: StreamTime) -> (ticks: Int, seconds: Int64) {
        var (ticks, seconds) = (0, Int64(0))
        while let tick = clock.due(at: time) {
            ticks += 1
            if tick.nanoseconds % 1_000_000_000 == 0 { seconds += 1 }
        }
        return (ticks, seconds)
    }

    @Test("runs no tick before the first datagram, ten a second afterwards, and none an hour after the last")
    func hour() {
        var clock = TickClock()
        #expect(Self.run(&clock, to: Self.start) == (0, 0))
        clock.datagram(at: Self.start)
        #expect(Self.run(&clock, to: Self.start + StreamDuration(seconds: 2)) == (20, 2))
        #expect(Self.run(&clock, to: Self.start + StreamDuration(seconds: 100_000)) == (35_980, 3_598))
        #expect(clock.due(at: StreamTime(nanoseconds: .max)) == nil)
    }

    @Test("comes to an end where time does", arguments: [Int64.min, -1, .max - 1, .max])
    func ends(nanoseconds: Int64) {
        var clock = TickClock()
        for _ in 0..<3 {
            clock.datagram(at: StreamTime(nanoseconds: nanoseconds))
            #expect(Self.run(&clock, to: StreamTime(nanoseconds: nanoseconds)).ticks <= 1)
        }
        #expect(Self.run(&clock, to: StreamTime(nanoseconds: .max)).ticks <= 36_000)
    }

    static let silences: [(milliseconds: Int64, dueAfter: Int64)] = [
        (0, 50), (79, 1_000_000), (80, 1_000_000), (1_000, 400), (1_000, 980), (5_000, 2_980), (5_000, 2_981),
        (3_600_000, 9_999_999), (9_000_000, 9_999_999), (9_000_000, 3_599_950), (9_000_000, 0),
    ]

    @Test("passes over as many ticks and seconds as would have run", arguments: 0..<silences.count)
    func skips(place: Int) {
        let silence = Self.silences[place]
        let time = Self.start + StreamDuration(milliseconds: silence.milliseconds)
        let due = Self.start + StreamDuration(milliseconds: silence.dueAfter)
        var plain = TickClock()
        plain.datagram(at: Self.start)
        var quick = plain
        let all = Self.run(&plain, to: time)
        let skipped = quick.skip(to: time, before: due)
        let next = quick.due(at: time)
        #expect(next.map { $0 >= due } ?? true)
        var rest = Self.run(&quick, to: time)
        if let next, next.nanoseconds % 1_000_000_000 == 0 { rest.seconds += 1 }
        #expect(skipped + rest.seconds == all.seconds)
        #expect(quick.now == plain.now)
        #expect(quick.due(at: time) == nil)
        // What is due comes at the first tick that has reached it.
        if let next { #expect(next - due < StreamTime.tick || next - Self.start <= StreamTime.tick) }
    }
}
