import Glibc

/// A moment of the monotonic clock in nanoseconds, a few milliseconds coarse: what deadlines are made of.
struct Moment: Sendable, Comparable {
    var nanoseconds: Int64

    /// No deadline.
    static let never = Moment(nanoseconds: .max)

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    /// A later moment; a duration of more than some 100 years has no end.
    static func + (moment: Moment, duration: Duration) -> Moment {
        let (sum, isOver) = moment.nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return isOver ? .never : Moment(nanoseconds: sum)
    }

    static func - (left: Moment, right: Moment) -> Duration { .nanoseconds(left.nanoseconds &- right.nanoseconds) }
}

extension Duration {
    /// Whole nanoseconds, from 0 to some 292 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < .max / 1_000_000_000 else { return .max }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
