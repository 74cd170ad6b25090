import PacketIO

/// A link that its owner sets: for captures, tests and rehearsals.
public final class SetLink: LinkSource {
    private struct State {
        var status: LinkStatus
        var followers: [Int: LinkFollower] = [:]
        var next = 0
    }

    private let state: Guarded<State>

    /// A link that is up, unless another status is given.
    public init(_ status: LinkStatus = LinkStatus()) { state = Guarded(State(status: status)) }

    /// The link now.
    public var status: LinkStatus { state.withLock { $0.status } }

    /// Sets the link and tells everybody who follows, on this thread.
    public func set(_ status: LinkStatus) {
        let followers = state.withLock { state in
            state.status = status
            return state.followers.sorted { $0.key < $1.key }.map(\.value)
        }
        for follower in followers { follower.tell(status) }
    }

    /// Calls `told` whenever the link is set to something else.
    public func follow(_ told: @escaping @Sendable (LinkStatus) -> Void) -> any LinkFollowing {
        let (number, follower) = state.withLock { state in
            let follower = LinkFollower(knowing: state.status, told)
            state.next += 1
            state.followers[state.next] = follower
            return (state.next, follower)
        }
        return FollowedLink(follower) { [state] in _ = state.withLock { $0.followers.removeValue(forKey: number) } }
    }
}
