/// The built-in profile "venue": what a stand full of phones may lose before people see it.
///
/// Messages and files that did not come whole are told, not failed: a capture begins and ends in the middle of some.
///
/// The limits hold per channel and after repair; what was repaired costs nothing.
public enum VenueProfile {
    /// The profile's name.
    public static let name = "venue"
    /// Source packets that may stay missing.
    public static let unrecoveredLimit = 0
    /// Windows that may fail.
    public static let failedWindowsLimit = 0
    /// Breaks of continuity counters after repair.
    public static let discontinuityLimit = 0
    /// The lowest mean of the link indicator: below it the SDK would not call the quality good again.
    ///
    /// Falling below it is told where windows failed, not failed itself: the indicator is 0 after a flow has ended, too.
    public static let linkIndicatorLimit = 6.0
    /// The longest time between two clock references, in milliseconds (TR 101 290, 2.3).
    ///
    /// Exceeding it is told, not failed.
    public static let clockIntervalLimitMs = 100.0
    /// The fastest or slowest a sender's clock may run, in millionths (ISO/IEC 13818-1, 2.4.2.1: 810 Hz of 27 MHz).
    ///
    /// Exceeding it is told, not failed: the capture's own clock may be the one that is wrong.
    public static let clockDriftLimitPpm = 30.0

    /// Whether `channel` lies within all limits.
    public static func accepts(_ channel: ChannelReport) -> Bool {
        channel.interruptions == 0 && (channel.fec?.unrecovered ?? 0) <= unrecoveredLimit
            && (channel.windows?.failures ?? 0) <= failedWindowsLimit
            && (channel.transport?.discontinuities ?? 0) <= discontinuityLimit
    }

    /// Fails when a channel exceeds a limit, or when there is no channel to judge.
    public static func verdict(on channels: [ChannelReport]) -> Verdict {
        !channels.isEmpty && channels.allSatisfy(accepts) ? .pass : .fail
    }
}
