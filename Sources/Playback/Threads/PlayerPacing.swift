import Dispatch

/// What a player's thread waits with: a steady clock, and a wait that a bell ends.
///
/// Tests give a clock that they move.
package protocol PlayerPacing: Sendable {
    /// The steady clock, in nanoseconds.
    func now() -> Int64
    /// Waits until the clock shows `instant`, or the bell rings, or has rung since the last wait.
    func wait(until instant: Int64, or bell: PlayerBell)
}

/// Ends the wait of a player's thread, from any thread.
package final class PlayerBell: Sendable {
    private let signal = DispatchSemaphore(value: 0)

    package init() {}

    /// Ends the present wait, or the next one when there is none.
    package func ring() { signal.signal() }

    /// Waits for a ring until the machine's steady clock shows `instant`; tells whether it rang.
    @discardableResult
    package func wait(until instant: Int64) -> Bool {
        signal.wait(timeout: DispatchTime(uptimeNanoseconds: UInt64(clamping: instant))) == .success
    }
}

/// The machine's steady clock.
struct SystemPacing: PlayerPacing {
    func now() -> Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }

    func wait(until instant: Int64, or bell: PlayerBell) { bell.wait(until: instant) }
}
