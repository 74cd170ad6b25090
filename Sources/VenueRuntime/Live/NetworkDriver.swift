import NetworkFormats
import PacketIO
import Pipeline
import Timing

/// Brings the network's datagrams to a live venue.
final class NetworkDriver: LiveDriver {
    /// Turns between two looks at what is announced.
    private static let followInterval = StreamDuration(milliseconds: 100)

    /// What is run, until it is: then it is the thread's own, which tells and logs without a lock.
    private let receiver: Guarded<MulticastReceiver?>
    private let follower: GroupFollower
    private let waker: Waker
    private let log: @Sendable (String) -> Void
    private let trace: @Sendable (String) -> Void

    /// Joins what a person wants joined.
    init(
        _ options: LiveSource.NetworkOptions, log: @escaping @Sendable (String) -> Void,
        trace: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LiveFailure) {
        var receiver: MulticastReceiver
        do {
            receiver = try MulticastReceiver(
                options: ReceiverOptions(interface: options.interface, clock: options.clock))
        } catch {
            throw .network(error)
        }
        var follower = GroupFollower(options)
        follower.apply(to: &receiver, log: log, trace: trace)
        if let advice = receiver.facts.bufferAdvice { log(advice) }
        waker = receiver.waker
        self.receiver = Guarded(receiver)
        self.follower = follower
        self.log = log
        self.trace = trace
    }

    func wake() { waker.wake() }

    func run(_ venue: LiveVenue) -> String? {
        var taken: MulticastReceiver?
        receiver.withLock { taken = $0.take() }
        guard var receiver = taken.take() else { return nil }
        var follower = follower
        var hasTime = false
        var lastLook: StreamTime?
        var isAway = false
        while true {
            // Looked at first: what is in the sockets by then still belongs to the session.
            let isLast = venue.isStopping
            if !isLast { _ = receiver.wait() }
            do {
                try receiver.receive()
            } catch {
                return "\(error)"
            }
            venue.withTurn { receiver.deliver(into: &$0) }
            if !hasTime, receiver.lastGiven != nil {
                hasTime = true
                venue.tell(ClockAnchor(time: receiver.now, monotonic: MonotonicClock.now()))
            }
            if isLast {
                venue.withTurn { receiver.finish(into: &$0) }
                receiver.leaveAll()
                return nil
            }
            if venue.isPaused != isAway {
                isAway.toggle()
                lastLook = nil
                if isAway { follower.leaveAll(&receiver) }
            }
            guard !isAway, let now = receiver.lastGiven else { continue }
            if let look = lastLook, now - look < Self.followInterval { continue }
            lastLook = now
            follow(venue, &follower, &receiver, at: now)
        }
    }

    private func follow(
        _ venue: LiveVenue, _ follower: inout GroupFollower, _ receiver: inout MulticastReceiver, at now: StreamTime
    ) {
        venue.tell(receiver.facts)
        for event in receiver.takeEvents() { log(event.description) }
        let (directory, announced, arrivals, restarts) = venue.state.withLock {
            ($0.engine.directory, $0.engine.venue, $0.engine.lastArrivals, $0.engine.takeRestarts())
        }
        if let wanted = venue.wantedJoins { follower.setFixed(wanted) }
        follower.follow(directory, announced, at: now) { arrivals[$0] }
        follower.apply(to: &receiver, log: log, trace: trace)
        for group in restarts { receiver.restart(group) }
    }
}
