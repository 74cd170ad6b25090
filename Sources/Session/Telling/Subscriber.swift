import Dispatch
import Glibc
import PacketIO

/// One who listens, and whether it is being told something right now.
final class Subscriber: Sendable {
    private struct State {
        var isCancelled = false
        /// The thread on which it is being told something.
        var thread: pthread_t?
    }

    /// Events up to this one are not for it.
    let after: UInt64
    private let told: @Sendable (SessionEvent) -> Void
    private let state = Guarded(State())
    private let telling = DispatchGroup()

    init(after number: UInt64, _ told: @escaping @Sendable (SessionEvent) -> Void) {
        after = number
        self.told = told
    }

    /// Tells `event` unless it was cancelled.
    func tell(_ event: SessionEvent) {
        let isWanted = state.withLock { state in
            guard !state.isCancelled else { return false }
            state.thread = pthread_self()
            telling.enter()
            return true
        }
        guard isWanted else { return }
        told(event)
        state.withLock { $0.thread = nil }
        telling.leave()
    }

    /// Nothing is told once this has returned, unless it is called from what is told.
    func cancel() {
        let isTelling = state.withLock { state in
            state.isCancelled = true
            return state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        }
        if !isTelling { telling.wait() }
    }
}
