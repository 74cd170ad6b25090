import Synchronization

/// Wakes the requests that wait for one thing, from any thread.
///
/// The handler takes a ticket *before* it looks whether what it waits for is there; a wake between that look and the
/// suspension of the connection is then seen, and the handler is asked again at once. So no wake is lost.
public final class Waker: Sendable {
    /// What a handler holds while it decides: the waker, and how often it had been woken by then.
    public struct Ticket: Sendable {
        let waker: Waker
        let generation: UInt64
    }

    private struct State {
        var generation: UInt64 = 0
        var sleepers: [ObjectIdentifier: Sleep] = [:]
    }

    private let state = Mutex(State())

    /// A waker that nobody waits for.
    public init() {}

    /// A ticket to park with; take it before looking at what is waited for.
    public var ticket: Ticket { Ticket(waker: self, generation: state.withLock { $0.generation }) }

    /// How many requests wait.
    public var waiting: Int { state.withLock { $0.sleepers.count } }

    /// Wakes everybody who waits, and everybody who is about to.
    public func wake() {
        let woken = state.withLock { state in
            state.generation &+= 1
            defer { state.sleepers.removeAll(keepingCapacity: true) }
            return state.sleepers
        }
        for sleep in woken.values { sleep.end(.woken) }
    }

    /// Lets `exchange` sleep until `deadline` unless the waker was woken since `generation`; false when it was.
    func admit(_ exchange: Exchange, since generation: UInt64, until deadline: Moment) -> Bool {
        state.withLock { state in
            guard state.generation == generation else { return false }
            state.sleepers[ObjectIdentifier(exchange)] = exchange.suspend(until: deadline)
            return true
        }
    }

    /// Forgets an exchange that something else has woken.
    func forget(_ exchange: Exchange) {
        state.withLock { _ = $0.sleepers.removeValue(forKey: ObjectIdentifier(exchange)) }
    }
}
