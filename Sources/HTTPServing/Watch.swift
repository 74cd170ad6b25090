import Dispatch
import Synchronization

/// The thread that keeps the deadlines which the library does not: heads, bodies, parked requests, readers that left.
final class Watch: Sendable {
    /// Deadlines are kept this exactly.
    private static let grain = Duration.milliseconds(20)
    /// How often connections are looked at, at least.
    private static let round = Duration.seconds(1)

    private let connections: ConnectionTable
    private let suspensions: SuspensionTable
    private let round: Duration
    private let nudge = DispatchSemaphore(value: 0)
    private let thread = DispatchGroup()
    private let isStopped = Atomic(false)
    /// The moment until which the thread sleeps, in nanoseconds.
    private let sleepsUntil = Atomic<Int64>(0)

    init(_ connections: ConnectionTable, _ suspensions: SuspensionTable, shortest: Duration) {
        self.connections = connections
        self.suspensions = suspensions
        round = max(Self.grain, min(Self.round, shortest / 4))
        DispatchQueue(label: "http watch").async(group: thread) { [self] in run() }
    }

    /// Says that something has a deadline, perhaps an early one.
    func note(_ deadline: Moment) {
        if deadline.nanoseconds < sleepsUntil.load(ordering: .acquiring) { nudge.signal() }
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
        nudge.signal()
        thread.wait()
    }

    private func run() {
        var nextRound = Moment.now + round
        while !isStopped.load(ordering: .acquiring) {
            // Whoever comes now nudges, because no moment is later than the largest.
            sleepsUntil.store(.max, ordering: .releasing)
            let now = Moment.now
            let wake = max(min(suspensions.firstDeadline, nextRound), now + Self.grain)
            sleepsUntil.store(wake.nanoseconds, ordering: .releasing)
            _ = nudge.wait(timeout: DispatchTime.now() + .nanoseconds(Int((wake - now).nanoseconds)))
            let then = Moment.now
            suspensions.endLate(at: then)
            guard then >= nextRound else { continue }
            nextRound = then + round
            connections.closeLate(at: then)
            suspensions.endAbandoned()
        }
    }
}
