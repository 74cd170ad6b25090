import Dispatch
import PacketIO
public import Timing

/// The time by which statistics are uploaded; tests have their own.
public protocol UploadClock: Sendable {
    /// What the wall clock shows.
    var utc: StreamTime { get }
    /// What the steady clock shows, in nanoseconds.
    var steady: Int64 { get }
    /// Waits until the steady clock shows `instant` (for ever for nil) or somebody wakes it; too early is no harm.
    ///
    /// A wake-up that comes before is remembered.
    func wait(until instant: Int64?)
    /// Ends the wait, or the next one.
    func wake()
}

/// The machine's clocks.
public final class SystemUploadClock: UploadClock {
    private let clock = SystemClock()
    private let woken = DispatchSemaphore(value: 0)

    /// The machine's clocks.
    public init() {}

    /// What the wall clock shows.
    public var utc: StreamTime { StreamTime(nanoseconds: clock.read().realtime) }

    /// What the steady clock shows, in nanoseconds.
    public var steady: Int64 { clock.read().monotonic }

    /// Waits until the steady clock shows `instant` or somebody wakes it.
    public func wait(until instant: Int64?) {
        guard let instant else { return woken.wait() }
        let (rest, isOver) = instant.subtractingReportingOverflow(steady)
        guard isOver || rest > 0 else { return }
        _ = woken.wait(timeout: .now() + .nanoseconds(isOver ? .max : Int(rest)))
    }

    /// Ends the wait, or the next one.
    public func wake() { woken.signal() }
}
