/// The program clock on one PID, measured against the capture's clock.
public struct ClockReport: Sendable, Equatable {
    /// The PID that carries the clock.
    public var pid: UInt16
    /// The longest time between two clock references, in milliseconds of stream time.
    public var maxIntervalMs: Double
    /// The 99th percentile of the distance between arrival and the clock's straight line, in microseconds; nil with too
    /// few references.
    public var jitterUs: Double?
    /// How fast the sender's clock runs, in millionths; nil with too few references.
    public var driftPpm: Double?
    /// Whether the drift adds up to more than the jitter over the time it was measured; less may be chance.
    public var isDriftClear: Bool

    /// One clock's measures.
    public init(
        pid: UInt16, maxIntervalMs: Double, jitterUs: Double? = nil, driftPpm: Double? = nil, isDriftClear: Bool = true
    ) {
        self.pid = pid
        self.maxIntervalMs = maxIntervalMs
        self.jitterUs = jitterUs
        self.driftPpm = driftPpm
        self.isDriftClear = isDriftClear
    }
}
