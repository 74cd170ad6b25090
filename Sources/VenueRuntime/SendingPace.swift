/// When datagrams are due by the monotonic clock, and how a sender catches up that was held up; nanoseconds throughout.
struct SendingPace {
    /// A sender that was held up sends at most so much at once; the rest of what it missed is sent that much later.
    static let longestBurst: Int64 = 100_000_000
    /// The longest sleep, after which it is looked at what was asked for.
    static let longestSleep: Int64 = 5_000_000
    /// The shortest one, so that many channels do not wake the thread for each datagram.
    static let shortestSleep: Int64 = 1_000_000

    /// The clock's value at the start of the venue.
    private(set) var origin: Int64

    /// Starts the venue at `now`.
    init(at now: Int64) { origin = now }

    /// Up to which instant of the venue everything is to be sent, when the oldest that waits is due at `first`.
    mutating func limit(at now: Int64, first: Int64) -> Int64 {
        let late = now - origin - first
        if late > Self.longestBurst { origin += late - Self.longestBurst }
        return now - origin
    }

    /// When to look again, when the oldest that waits is due at `first`.
    func wakeUp(after now: Int64, first: Int64) -> Int64 {
        let (due, isFar) = origin.addingReportingOverflow(first)
        return isFar
            ? now + Self.longestSleep : min(max(due, now + Self.shortestSleep), now + Self.longestSleep)
    }
}
