/// An instant of stream time: nanoseconds since 1970-01-01T00:00:00Z, the only clock that engines know.
public struct StreamTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the Unix epoch.
    public var nanoseconds: Int64

    /// The instant `nanoseconds` after the Unix epoch.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The length of a tick: 100 ms.
    public static var tick: StreamDuration { StreamDuration(nanoseconds: 100_000_000) }

    /// Orders instants, earlier first.
    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The instant `duration` later; stops at the ends of the range instead of wrapping.
    public static func + (time: Self, duration: StreamDuration) -> Self {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return Self(nanoseconds: overflow ? (duration.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// The instant `duration` earlier; stops at the ends of the range instead of wrapping.
    public static func - (time: Self, duration: StreamDuration) -> Self {
        let (difference, overflow) = time.nanoseconds.subtractingReportingOverflow(duration.nanoseconds)
        return Self(nanoseconds: overflow ? (duration.nanoseconds < 0 ? .max : .min) : difference)
    }

    /// How long after `earlier` this instant is; negative when it is before.
    public static func - (later: Self, earlier: Self) -> StreamDuration {
        let (difference, overflow) = later.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return StreamDuration(nanoseconds: overflow ? (later > earlier ? .max : .min) : difference)
    }

    /// The multiple of `step` at or before this instant.
    public func roundedDown(to step: StreamDuration) -> Self {
        let remainder = nanoseconds % step.nanoseconds
        let down = remainder < 0 ? remainder + step.nanoseconds : remainder
        return self - StreamDuration(nanoseconds: down)
    }
}
