import Bytes
import HTTPServing
import PacketIO

/// Brings a session's events to those who listen (server-sent events), from wherever each of them was.
///
/// What waits for one listener is bounded; one that does not read for long, or whose next event is not kept any more, is let
/// go, and is told how things stand when it comes again.
final class EventFeed: Sendable {
    /// Listeners at a time.
    static let limit = 1_024
    /// Bytes that wait for one listener.
    static let capacity = 256 << 10
    /// Something is sent after so much silence, so that neither end takes the other for dead.
    static let heartbeat = Duration.seconds(15)
    /// A listener that takes nothing for so long is let go.
    static let patience = Duration.seconds(30)
    /// How soon a listener that was let go comes again, in milliseconds.
    private static let retryMs = 2_000

    /// How things stand, for those who know nothing yet: names and data of events.
    typealias Standing = [(name: EventName, data: String)]

    private struct Listener: Sendable {
        var types: Set<EventName>
        /// The number of the last event that was written or passed over.
        var last: UInt64
        /// States up to this number are old: the listener was told how things stand.
        var standing: UInt64
        /// The last number that the listener knows.
        var known: UInt64
        var stream: ByteStream
        /// When something was last written.
        var lastWrite: ContinuousClock.Instant
        /// Since when it takes nothing; nil while it does.
        var stuckSince: ContinuousClock.Instant?
        /// Whether its next event is not kept any more.
        var isLost = false
    }

    private struct State: Sendable {
        var log: EventLog
        var listeners: [Listener] = []
    }

    private let state: Guarded<State>

    /// A feed of one run of the server; another run has another `epoch`.
    init(epoch: Int64) { state = Guarded(State(log: EventLog(epoch: epoch))) }

    /// How many listen.
    var count: Int { state.withLock { $0.listeners.count } }
    /// How many events there were.
    var last: UInt64 { state.withLock { $0.log.last } }
    /// Names this run of the server.
    var epoch: Int64 { state.withLock { $0.log.epoch } }

    /// Tells everybody of an event whose data is `data`, one line of text.
    func append(_ name: EventName, data: String, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.log.append(name, data: data)
            for index in state.listeners.indices { Self.write(state.log, to: &state.listeners[index], at: now) }
        }
    }

    /// Begins to tell of the events of these types after `known`; nil when too many listen.
    ///
    /// Without an event of this run that is still kept, `standing` is asked, outside the lock, and told first.
    func listen(
        after known: MessageID?, types: Set<EventName>, at now: ContinuousClock.Instant = .now,
        standing: () -> Standing
    ) -> ByteStream? {
        // Asked before how things stand: what happens in between is told twice rather than never.
        let (epoch, newest, gone) = state.withLock { ($0.log.epoch, $0.log.last, $0.log.lastGone) }
        let own = known.flatMap { $0.epoch == epoch ? min($0.number, newest) : nil }
        let isComplete = own.map { $0 >= gone } ?? false
        let last = isComplete ? own ?? newest : own == nil ? newest : gone
        let first = isComplete ? [] : standing().filter { types.contains($0.name) }
        let id = MessageID(epoch: epoch, number: last).text
        var beginning = Array("retry: \(Self.retryMs)\nid: \(id)\n\n".utf8)
        for event in first { beginning += EventLog.block(event.name, data: event.data, id: id) }
        return state.withLock { state in
            state.listeners.removeAll { $0.stream.isReaderGone }
            guard state.listeners.count < Self.limit else { return nil }
            let stream = ByteStream(capacity: Self.capacity)
            stream.write(beginning)
            var listener = Listener(
                types: types, last: last, standing: isComplete ? 0 : newest, known: last, stream: stream, lastWrite: now
            )
            Self.write(state.log, to: &listener, at: now)
            state.listeners.append(listener)
            return stream
        }
    }

    /// Keeps up those who hear nothing, and lets go those who take nothing.
    func beat(at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            for index in state.listeners.indices {
                Self.write(state.log, to: &state.listeners[index], at: now)
                Self.keepAlive(&state.listeners[index], state.log.epoch, at: now)
            }
            state.listeners.removeAll { $0.stream.isReaderGone || Self.isLetGo($0, at: now) }
        }
    }

    /// Ends all streams.
    func stop() {
        state.withLock { state in
            for listener in state.listeners { listener.stream.finish() }
            state.listeners = []
        }
    }

    private static func write(_ log: EventLog, to listener: inout Listener, at now: ContinuousClock.Instant) {
        guard listener.last >= log.lastGone else {
            listener.isLost = true
            return
        }
        for entry in log.after(listener.last) {
            let isWanted =
                listener.types.contains(entry.name) && !(entry.name.isState && entry.number <= listener.standing)
            if isWanted {
                guard listener.stream.write(entry.block) == .accepted else {
                    listener.stuckSince = listener.stuckSince ?? now
                    return
                }
                listener.known = entry.number
                listener.lastWrite = now
            }
            listener.last = entry.number
        }
        if listener.stream.waiting == 0 { listener.stuckSince = nil }
    }

    private static func keepAlive(_ listener: inout Listener, _ epoch: Int64, at now: ContinuousClock.Instant) {
        if listener.stream.waiting == 0 {
            listener.stuckSince = nil
        } else if listener.stuckSince == nil {
            listener.stuckSince = now
        }
        guard now - listener.lastWrite >= heartbeat else { return }
        // An id alone is no event, but the reader remembers it: it need not be told again what it did not want to hear.
        let beat = listener.known == listener.last ? ":" : "id: " + MessageID(epoch: epoch, number: listener.last).text
        if listener.stream.write(Array("\(beat)\n\n".utf8)) == .accepted { listener.known = listener.last }
        listener.lastWrite = now
    }

    /// Whether a listener takes nothing, or cannot go on; its stream ends then.
    private static func isLetGo(_ listener: Listener, at now: ContinuousClock.Instant) -> Bool {
        let isStuck = listener.stuckSince.map { now - $0 >= patience } ?? false
        guard isStuck || listener.isLost else { return false }
        listener.stream.finish()
        return true
    }
}
