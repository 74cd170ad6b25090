import Dispatch
import PacketIO
import Session
import VenueWire

/// What an observer wants to be told of.
enum Interest: Hashable, Sendable {
    /// The list of a kind.
    case list(ChannelKind)
    /// What comes on one channel, whatever it is called.
    case channel(ListedChannel.Key)
    /// What comes on every channel of a kind and a name.
    case name(ChannelKind, String)
}

/// An observer that was added and not removed; it is held weakly.
final class Registration: Sendable {
    private enum Stage { case waiting, active, removed }

    /// What it wants.
    let interest: Interest
    /// Who it is, also at its end.
    let identity: ObjectIdentifier
    /// The observer, as long as it lives.
    weak let observer: (any AnyObject & Sendable)?
    private let stage = Guarded(Stage.waiting)
    private let running = DispatchGroup()

    init(_ interest: Interest, _ observer: any AnyObject & Sendable) {
        self.interest = interest
        identity = ObjectIdentifier(observer)
        self.observer = observer
    }

    /// Has it told what happens from now on, unless it was removed.
    func activate() {
        stage.withLock { if $0 == .waiting { $0 = .active } }
    }

    /// Calls `body` with the observer while it is active and lives.
    func tell(_ body: (any AnyObject & Sendable) -> Void) {
        let isActive = stage.withLock { stage in
            if stage == .active { running.enter() }
            return stage == .active
        }
        guard isActive else { return }
        defer { running.leave() }
        if let observer { body(observer) }
    }

    /// Tells it nothing any more.
    func remove() { stage.withLock { $0 = .removed } }

    /// Waits until it is not being told anything.
    func wait() { running.wait() }
}
