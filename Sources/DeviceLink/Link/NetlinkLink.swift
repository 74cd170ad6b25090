import PacketIO

/// The link of this machine as its kernel tells it (rtnetlink): of one interface, or of any.
///
/// An interface is connected when it is switched on, has a carrier, and has an IPv4 address or an IPv6 address that is not
/// link-local. It may be renamed, disappear and come back: the name is what is followed. A machine whose kernel does not tell
/// (no descriptors left, a sandbox) counts as connected, since nothing is known against it; that is asked again every second.
public final class NetlinkLink: LinkSource {
    private struct State {
        var followers: [Int: LinkFollower] = [:]
        var next = 0
        /// Only while somebody follows.
        var watch: LinkWatch?
        /// The last word of the watch, or of the kernel when it was last asked.
        var last: LinkStatus
    }

    /// The interface that is meant; nil for any but the loopback interface.
    public let interface: String?
    private let state: Guarded<State>

    /// The link of `interface`, `lo` among them, which need not be there yet; without one that of any interface but `lo`.
    public init(interface: String? = nil) {
        self.interface = interface
        state = Guarded(State(last: LinkStatus(interface: interface)))
    }

    /// The link now.
    public var status: LinkStatus {
        state.withLock { state in
            if state.watch == nil { state.last = Self.ask(interface) ?? state.last }
            return state.last
        }
    }

    /// Calls `told` on a thread of the link whenever it changes after this call, until the result is gone or cancelled.
    ///
    /// An interface that was taken away and made again is told of as missing first, also when that went too fast to be seen.
    public func follow(_ told: @escaping @Sendable (LinkStatus) -> Void) -> any LinkFollowing {
        let (number, follower) = state.withLock { state in
            if state.watch == nil {
                let watch = LinkWatch(interface, assuming: state.last) { [weak self] in self?.tell($1, by: $0) }
                state.last = watch.first
                state.watch = watch
                watch.start()
            }
            let follower = LinkFollower(knowing: state.last, told)
            state.next += 1
            state.followers[state.next] = follower
            return (state.next, follower)
        }
        return FollowedLink(follower) { [self] in forget(number) }
    }

    /// Asks the kernel once; nil when it does not tell.
    private static func ask(_ interface: String?) -> LinkStatus? {
        guard let reader = try? LinkReader(followsChanges: false), let table = try? reader.table() else { return nil }
        return table.status(of: interface)
    }

    private func tell(_ status: LinkStatus, by watch: LinkWatch) {
        let followers = state.withLock { state -> [LinkFollower] in
            // A watch that was ended has nobody to tell.
            guard state.watch === watch else { return [] }
            state.last = status
            return state.followers.sorted { $0.key < $1.key }.map(\.value)
        }
        for follower in followers { follower.tell(status) }
    }

    private func forget(_ number: Int) {
        let (follower, watch) = state.withLock { state in
            let follower = state.followers.removeValue(forKey: number)
            return (follower, state.followers.isEmpty ? state.watch.take() : nil)
        }
        watch?.end()
        _ = follower
    }
}
