public import Timing

/// What was measured of one PID's program clock.
public struct ClockFacts: Hashable, Sendable {
    /// The PID that carries the clock.
    public var pid: UInt16
    /// Clock values seen.
    public var count: Int
    /// How often the clock was set anew, announced or not.
    public var jumps: Int
    /// The longest time from one clock value's arrival to the next one's.
    public var longestStep: StreamDuration
    /// The deviation from a straight line (least squares over 10 s) that 99 of 100 arrivals do not exceed; nil before three.
    public var jitter: StreamDuration?
    /// How much faster than stream time the clock runs, in millionths, over its longest unbroken stretch; nil below 1 s.
    public var driftPpm: Double?

    /// States what was measured.
    public init(
        pid: UInt16, count: Int, jumps: Int, longestStep: StreamDuration, jitter: StreamDuration?, driftPpm: Double?
    ) {
        self.pid = pid
        self.count = count
        self.jumps = jumps
        self.longestStep = longestStep
        self.jitter = jitter
        self.driftPpm = driftPpm
    }
}
