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
        var subscribers: [Int: Subscriber] = [:]
        var next = 0
        /// The run of the session whose events are told; nil while none runs.
        var run: UInt64?
        /// The thread that tells something right now.
        var thread: pthread_t?
    }

    private let queue = DispatchQueue(label: "session events")
    private let state = Guarded(State())

    /// What was told so far.
    var told: ToldState { state.withLock { $0.told } }

    /// Begins to tell the events of a run.
    func open(_ run: UInt64) { state.withLock { $0.run = run } }

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
            guard let open = state.run, run ?? open == open else { return }
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
        state.number += 1
        let number = state.number
        queue.async { [self] in
            let subscribers = begin().filter { number > $0.after }
            for subscriber in subscribers { subscriber.tell(event) }
            end()
        }
    }

    private func begin() -> [Subscriber] {
        state.withLock { state in
            state.thread = pthread_self()
            return state.subscribers.sorted { $0.key < $1.key }.map(\.value)
        }
    }

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
