import Dispatch
import History
import NetworkFormats
import PacketIO
import Pipeline
import Protection
import Quality
import Timing

/// Follows a venue's views and hands on what is to be pinned, on a thread of its own.
final class EvidenceWatch: Sendable {
    /// Pins one thing and tells in a sentence what became of it; nil when there is nothing to tell.
    typealias Store = @Sendable (AutomaticEvidence.Wish) -> String?

    /// Things that wait to be pinned at most; more are left out, since a disk that is so slow would never catch up.
    static let backlogLimit = 32

    private struct State: Sendable {
        var decisions = AutomaticEvidence()
        /// Of each channel: failed windows that were looked at, and when the newest of them was closed.
        var seen: [Int32: (failures: Int, closed: StreamTime)] = [:]
        var waiting = 0
        var missed = 0
    }

    private let state = Guarded(State())
    private let queue = DispatchQueue(label: "automatic evidence", qos: .utility)
    private let store = Guarded<Store?>(nil)
    private let log: @Sendable (String) -> Void

    /// A watch that pins nothing before it is started; `log` gets its sentences.
    init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Hands what is to be pinned to `store` from now on, one after the other.
    func start(_ store: @escaping Store) { self.store.withLock { $0 = store } }

    /// Pins nothing more, once it is done with what was handed on.
    func stop() {
        queue.sync {}
        store.withLock { $0 = nil }
    }

    /// Looks at a new view: windows that failed since the last one, and what is due.
    func look(at view: VenueView) {
        guard store.withLock({ $0 != nil }) else { return }
        let due = state.withLock { state in
            for channel in view.channels { Self.look(at: channel, &state) }
            let due = state.decisions.due(at: view.venue.now.time, isOver: view.isOver)
            let taken = due.prefix(max(0, Self.backlogLimit - state.waiting))
            state.waiting += taken.count
            state.missed += due.count - taken.count
            return Array(taken)
        }
        for wish in due { pin(wish) }
    }

    /// The service has another state: when it is down, every channel whose pictures came until lately tells why.
    ///
    /// A session that somebody ended is not down.
    func serviceState(_ service: ServiceState, in view: VenueView) {
        let reasons = service.reasons.subtracting(.sdkNotRunning)
        guard !reasons.isEmpty else { return }
        let now = view.venue.now.time
        let channels = view.channels.filter { channel in
            channel.snapshot.history?.liveEdge.map { now - $0 <= AutomaticEvidence.interval } ?? false
        }
        state.withLock { $0.decisions.serviceWentDown(channels.map(\.index), reasons, at: now) }
    }

    private static func look(at channel: ChannelView, _ state: inout State) {
        // A flow that only fell silent, as at the end of every transmission, has not failed.
        let failures = channel.snapshot.windows.recoveryFailures - channel.snapshot.windows.tail
        let known = state.seen[channel.index] ?? (0, StreamTime(nanoseconds: .min))
        guard failures != known.failures, let history = channel.snapshot.history else { return }
        var closed = known.closed
        let failed = history.windows.filter {
            $0.record.outcome == .recoveryFailed && !$0.record.flags.contains(.tail) && $0.record.closed > known.closed
        }
        for window in failed.sorted(by: { $0.record.closed < $1.record.closed }) {
            state.decisions.windowFailed(channel.index, from: window.record.opened, to: window.record.closed)
            closed = max(closed, window.record.closed)
        }
        state.seen[channel.index] = (failures, closed)
    }

    private func pin(_ wish: AutomaticEvidence.Wish) {
        queue.async { [self] in
            let sentence = store.withLock { $0 }?(wish)
            let missed = state.withLock { state in
                state.waiting -= 1
                defer { state.missed = 0 }
                return state.missed
            }
            if let sentence { log(sentence) }
            if missed > 0 { log("\(missed) pieces of automatic evidence were left out: storing them is too slow") }
        }
    }
}
