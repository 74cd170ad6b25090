import Dispatch
import Foundation
import Glibc
import PacketIO

/// One thread of a player, from when it begins to play until it stops.
final class PlayerRun: Sendable {
    private struct State: Sendable {
        var isEnding = false
        var thread: pthread_t?
        /// The one before, which has to end before this one begins; nil once it has.
        var previous: PlayerRun?
    }

    /// The threads of all players.
    private static let threads = Guarded<Set<pthread_t>>([])

    /// Whether the calling thread is one of some player.
    static var isOnThread: Bool { threads.withLock { $0.contains(pthread_self()) } }

    /// Ends the thread's waits.
    let bell = PlayerBell()
    private let running = DispatchGroup()
    private let state: Guarded<State>

    /// A run that begins when `previous` has ended.
    init(after previous: PlayerRun?) { state = Guarded(State(previous: previous)) }

    /// Whether the thread is to end.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Begins a thread that calls `body`.
    func start(_ body: @escaping @Sendable () -> Void) {
        running.enter()
        let thread = Thread { [self] in
            state.withLock { $0.thread = pthread_self() }
            Self.threads.withLock { _ = $0.insert(pthread_self()) }
            state.withLock { $0.previous }?.wait()
            state.withLock { $0.previous = nil }
            if !isEnding { body() }
            Self.threads.withLock { _ = $0.remove(pthread_self()) }
            running.leave()
        }
        thread.name = "player"
        thread.start()
    }

    /// Tells the thread to end.
    func end() {
        state.withLock { $0.isEnding = true }
        bell.ring()
    }

    /// Waits until the thread has ended.
    func wait() { running.wait() }

    /// Whether the calling thread is this one, or one that this one waits for: it must not wait itself.
    var isCalling: Bool {
        var next: PlayerRun? = self
        while let run = next {
            let (thread, previous) = run.state.withLock { ($0.thread, $0.previous) }
            if let thread, pthread_equal(thread, pthread_self()) != 0 { return true }
            next = previous
        }
        return false
    }
}
