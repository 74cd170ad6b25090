/// The wall clock and the steady clock of a machine, read at one instant; both in nanoseconds.
public struct ClockReading: Hashable, Sendable {
    /// The wall clock: nanoseconds since 1970-01-01T00:00:00Z, which people and time servers may step.
    public var realtime: Int64
    /// The steady clock: nanoseconds since some instant, which never steps.
    public var monotonic: Int64

    /// States a reading.
    public init(realtime: Int64, monotonic: Int64) {
        self.realtime = realtime
        self.monotonic = monotonic
    }
}

/// Where a receiver gets the time from; tests give a clock that steps.
public protocol VenueClock: Sendable {
    /// Both clocks now. The steady one must go at the pace of real time, because sleeping does.
    func read() -> ClockReading
    /// What this clock showed when the machine's wall clock showed `stamp`, the kernel's stamp of a datagram.
    func wallTime(ofStamp stamp: Int64) -> Int64
}
