import Foundation
import PacketIO
import Testing
import Timing

@testable import VenueRuntime

@Suite("A live venue's stream time")
struct LiveClockTests {
    static var sample: String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples/clean-venue.pcapng")
            .standardized.path()
    }

    @Test("goes on between turns exactly as the steady clock does")
    func running() throws {
        let venue = try LiveVenue(options: LiveOptions(source: .capture(path: Self.sample, pace: .realtime)))
        #expect(venue.clock == nil)
        venue.start()
        defer { venue.stop() }
        for _ in 0..<2_000 where venue.clock == nil { usleep(5_000) }
        func read() throws -> (before: Int64, clock: LiveClock, after: Int64) {
            let before = MonotonicClock.now()
            let clock = try #require(venue.clock)
            return (before, clock, MonotonicClock.now())
        }
        // The first reading may be that of the first datagram itself.
        usleep(20_000)
        let first = try read()
        for _ in 0..<20 {
            usleep(7_000)
            let next = try read()
            let passed = (next.clock.now - first.clock.now).nanoseconds
            #expect(next.clock.isRunning)
            #expect(passed >= next.before - first.after && passed <= next.after - first.before)
        }
    }

    @Test("stands still at the last instant told once a capture has ended")
    func finished() throws {
        let venue = try LiveVenue(options: LiveOptions(source: .capture(path: Self.sample, pace: .fast)))
        venue.start()
        for _ in 0..<4_000 where venue.clock?.isRunning ?? true { usleep(5_000) }
        let clock = try #require(venue.clock)
        #expect(!clock.isRunning)
        #expect(clock.now == venue.health.now)
        venue.stop()
        #expect(venue.clock == clock)
    }
}
