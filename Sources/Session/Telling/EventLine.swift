import Dispatch
import Glibc
import PacketIO
import Quality

/// Tells a session's events to everybody who listens: one after the other, on one serial queue, outside all locks.
final class EventLine: Sendable {
    private struct State {
        var told = ToldState()
        /// Counts the events.
        var number: UInt64 = 0
        /// What waits to be told, by number.
        var waiting: [UInt64: SessionEvent] = [:]
        /// What it takes to keep that.
        var bytes = 0
        var subscribers: [Int: Subscriber] = [:]
        var next = 0
        /// The run of the session whose events are told; nil while none runs.
        var run: UInt64?
        /// Whether it ends: only what its players still say is told.
        var isEnding = false
        /// Events up to this one are told no more.
        var dropped: UInt64 = 0
        /// The thread that tells something right now.
        var thread: pthread_t?
    }

    /// This many events may wait.
    static let limit = 4_096
    /// Lists and messages of this many bytes may wait.
    static let byteLimit = 64 << 20

    private let queue = DispatchQueue(label: "session events")
    private let state = Guarded(State())

    /// What was told so far.
    var told: ToldState { state.withLock { $0.told } }

    /// Begins to tell the events of a run.
    func open(_ run: UInt64) {
        state.withLock { state in
            state.run = run
            state.isEnding = false
        }
    }

    /// Begins the end of a run: what waits to be told is dropped, and only what players still say is added.
    func beginEnd() {
        state.withLock { state in
            state.isEnding = true
            state.dropped = state.number
        }
    }

    /// Tells the last events of a run, and nothing more until another one is opened.
    func close() {
        state.withLock { state in
            guard state.run != nil else { return }
            if state.told.isInside { post(.venueConnection(false), &state) }
            post(.serviceState(ServiceState(reasons: .sdkNotRunning)), &state)
            state.told = ToldState()
            state.run = nil
        }
    }

    /// Tells an event of `run`, or of whichever run there is; nothing when that one is over.
    ///
    /// A service state or a venue connection is told only when it is another one than was told last.
    func tell(_ event: SessionEvent, of run: UInt64? = nil) {
        state.withLock { state in
            guard let open = state.run, run ?? open == open, !state.isEnding || run == nil else { return }
            switch event {
            case .serviceState(let service): if service == state.told.service { return }
            case .venueConnection(let isInside): if isInside == state.told.isInside { return }
            default: break
            }
            post(event, &state)
        }
    }

    private func post(_ event: SessionEvent, _ state: inout State) {
        state.told.note(event)
        Self.makeRoom(for: event, in: &state)
        state.number += 1
        let number = state.number
        state.waiting[number] = event
        state.bytes += event.bytes
        queue.async { [self] in
            if let event = take(number) {
                // Asked anew before each: one of those who are told may stop the session.
                for subscriber in begin(number) where number > subscriber.after && isWanted(number) {
                    subscriber.tell(event)
                }
            }
            end()
        }
    }

    /// Gives up what need not be told any more while too much waits: lists that a newer one replaces, else old messages.
    private static func makeRoom(for event: SessionEvent, in state: inout State) {
        while state.waiting.count >= limit || state.bytes + event.bytes > byteLimit {
            let kind = event.listedKind
            let oldList = state.waiting.filter { kind != nil && $0.value.listedKind == kind }.keys.min()
            guard let number = oldList ?? state.waiting.filter({ $0.value.isMessage }).keys.min(),
                let old = state.waiting.removeValue(forKey: number)
            else { return }
            state.bytes -= old.bytes
        }
    }

    /// Takes event `number` to tell it; nil when it was given up.
    private func take(_ number: UInt64) -> SessionEvent? {
        state.withLock { state in
            guard let event = state.waiting.removeValue(forKey: number) else { return nil }
            state.bytes -= event.bytes
            return event
        }
    }

    /// Notes that this thread tells; who is told of event `number`, or of none.
    private func begin(_ number: UInt64 = 0) -> [Subscriber] {
        state.withLock { state in
            state.thread = pthread_self()
            return number > state.dropped ? state.subscribers.sorted { $0.key < $1.key }.map(\.value) : []
        }
    }

    private func isWanted(_ number: UInt64) -> Bool { state.withLock { number > $0.dropped } }

    private func end() { state.withLock { $0.thread = nil } }

    /// Adds someone who listens from now on; before that it is told what `first` makes of what was told so far.
    func add(
        _ told: @escaping @Sendable (SessionEvent) -> Void, first: (ToldState) -> [SessionEvent]
    ) -> SessionSubscription {
        let (number, subscriber) = state.withLock { state in
            let subscriber = Subscriber(after: state.number, told)
            state.next += 1
            state.subscribers[state.next] = subscriber
            let events = first(state.told)
            if !events.isEmpty {
                queue.async { [self] in
                    _ = begin()
                    for event in events { subscriber.tell(event) }
                    end()
                }
            }
            return (state.next, subscriber)
        }
        return SessionSubscription(subscriber) { [weak self] in
            self?.state.withLock { $0.subscribers[number] = nil }
        }
    }

    /// Waits until everything is told; called from what is told it does not wait.
    func drain() {
        let isTelling = state.withLock { state in
            state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
        }
        if !isTelling { queue.sync {} }
    }
}
