import PacketIO

/// Where a session learns whether its device is connected.
public protocol LinkSource: Sendable {
    /// The link now.
    var status: LinkStatus { get }
    /// Calls `told` on a thread of the source whenever the link changes, until the result is gone or cancelled.
    func follow(_ told: @escaping @Sendable (LinkStatus) -> Void) -> any LinkFollowing
}

/// Someone follows a link; it ends when it is cancelled or gone.
public protocol LinkFollowing: AnyObject, Sendable {
    /// Nothing is told once this has returned, unless it is called from what is told.
    func cancel()
}

/// A link that its owner sets: for captures, tests and rehearsals.
public final class SetLink: LinkSource {
    private struct State {
        var status: LinkStatus
        var followers: [Int: @Sendable (LinkStatus) -> Void] = [:]
        var next = 0
    }

    private final class Following: LinkFollowing {
        private let link: SetLink
        private let number: Int

        init(_ link: SetLink, _ number: Int) {
            self.link = link
            self.number = number
        }

        func cancel() { link.forget(number) }

        deinit { cancel() }
    }

    private let state: Guarded<State>

    /// A link that is up, unless another status is given.
    public init(_ status: LinkStatus = LinkStatus()) { state = Guarded(State(status: status)) }

    /// The link now.
    public var status: LinkStatus { state.withLock { $0.status } }

    /// Sets the link and tells everybody who follows, on this thread.
    public func set(_ status: LinkStatus) {
        let followers = state.withLock { state in
            guard state.status != status else { return [@Sendable (LinkStatus) -> Void]() }
            state.status = status
            return state.followers.sorted { $0.key < $1.key }.map(\.value)
        }
        for told in followers { told(status) }
    }

    /// Calls `told` whenever the link is set.
    public func follow(_ told: @escaping @Sendable (LinkStatus) -> Void) -> any LinkFollowing {
        let number = state.withLock { state in
            state.next += 1
            state.followers[state.next] = told
            return state.next
        }
        return Following(self, number)
    }

    private func forget(_ number: Int) { state.withLock { $0.followers[number] = nil } }
}
