import Glibc

/// The clocks of the machine.
public struct SystemClock: VenueClock {
    /// Two readings of the steady clock at most this far apart belong to one reading of the wall clock.
    private static let tolerance: Int64 = 5_000
    /// How often a reading that was interrupted is taken again.
    private static let attempts = 4

    /// The clocks of the machine.
    public init() {}

    /// Both clocks now, within a few microseconds.
    public func read() -> ClockReading {
        var reading = ClockReading(realtime: 0, monotonic: 0)
        // An interruption between two clocks would look like a step of one of them.
        for _ in 0..<Self.attempts {
            let before = Self.now(CLOCK_MONOTONIC)
            let realtime = Self.now(CLOCK_REALTIME)
            let after = Self.now(CLOCK_MONOTONIC)
            reading = ClockReading(realtime: realtime, monotonic: before + (after - before) / 2)
            if after - before <= Self.tolerance { break }
        }
        return reading
    }

    /// The stamp: the kernel has the same clock.
    public func wallTime(ofStamp stamp: Int64) -> Int64 { stamp }

    private static func now(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
