import Dispatch

/// Ends the wait of a paced capture, from any thread.
public final class PaceWaker: Sendable {
    private let signal = DispatchSemaphore(value: 0)

    init() {}

    /// Ends the present wait, or the next one when there is none.
    public func wake() { signal.signal() }

    func wait(until deadline: DispatchTime) { _ = signal.wait(timeout: deadline) }
}
