import Glibc

/// Waiting, by the steady clock.
enum FaultTime {
    /// The steady clock, in nanoseconds.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Processor time of this process so far, in seconds.
    static func processor() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func sleep(_ seconds: Double) { usleep(useconds_t(max(0, seconds) * 1e6)) }

    /// Waits until `condition` holds, for so many seconds at most; whether it does.
    ///
    /// Seconds in which other programs had the processors do not count: nothing of ours can keep a promise in them.
    static func holds(within seconds: Double, _ condition: () -> Bool) -> Bool {
        let wait = FaultWait()
        while !condition() {
            if wait.isLonger(than: seconds) { return false }
            usleep(20_000)
        }
        return true
    }

    /// Calls `body` again and again for so many seconds, at least once.
    static func repeating(for seconds: Double, _ body: () -> Void) {
        let end = now() + Int64(seconds * 1e9)
        repeat { body() } while now() < end
    }
}
