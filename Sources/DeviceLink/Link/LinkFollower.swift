import Dispatch
import Glibc
import PacketIO

/// Somebody who is told of a link's changes, and the gate that closes when they no longer want to be.
final class LinkFollower: Sendable {
    private struct State {
        var told: (@Sendable (LinkStatus) -> Void)?
        /// What they know.
        var last: LinkStatus
        /// The threads that are telling.
        var tellers: [pthread_t] = []
    }

    private let state: Guarded<State>
    private let telling = DispatchGroup()

    /// Somebody who knows `last` and is told of what differs from it.
    init(knowing last: LinkStatus, _ told: @escaping @Sendable (LinkStatus) -> Void) {
        state = Guarded(State(told: told, last: last))
    }

    /// Tells `status`, unless it is known or nobody listens any more.
    func tell(_ status: LinkStatus) {
        let told = state.withLock { state -> (@Sendable (LinkStatus) -> Void)? in
            guard let told = state.told, state.last != status else { return nil }
            state.last = status
            state.tellers.append(pthread_self())
            telling.enter()
            return told
        }
        guard let told else { return }
        told(status)
        state.withLock { state in
            if let own = state.tellers.firstIndex(where: { pthread_equal($0, pthread_self()) != 0 }) {
                state.tellers.remove(at: own)
            }
        }
        telling.leave()
    }

    /// Closes the gate, and waits for whoever is telling, unless that is the calling thread.
    func cancel() {
        let (told, mustWait) = state.withLock { state in
            let isOwn = state.tellers.contains { pthread_equal($0, pthread_self()) != 0 }
            return (state.told.take(), !state.tellers.isEmpty && !isOwn)
        }
        if mustWait { telling.wait() }
        // What it holds may go now, outside the lock.
        _ = told
    }
}

/// What `follow` gives: it ends with its owner.
final class FollowedLink: LinkFollowing {
    private let follower: LinkFollower
    private let forget: @Sendable () -> Void

    /// The handle of `follower`, which `forget` takes from the link's list.
    init(_ follower: LinkFollower, forget: @escaping @Sendable () -> Void) {
        self.follower = follower
        self.forget = forget
    }

    func cancel() {
        follower.cancel()
        forget()
    }

    deinit { cancel() }
}
