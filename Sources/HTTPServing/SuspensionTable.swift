import Glibc
import Synchronization

/// All suspended connections: stopping the library with one would abort the program.
final class SuspensionTable: Sendable {
    struct Entry {
        var sleep: Sleep
        var descriptor: Int32
        var deadline: Moment
        var isForWork: Bool
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var isStopping = false
    }

    /// `POLLRDHUP`, which only GNU's own headers know: the peer writes no more.
    private static let readerClosed: Int16 = 0x2000

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.entries.count } }

    /// Remembers a suspension; false, when the server stops and there must be none.
    func add(_ entry: Entry) -> Bool {
        state.withLock { state in
            state.entries[ObjectIdentifier(entry.sleep.exchange)] = entry
            return !state.isStopping
        }
    }

    func remove(_ exchange: Exchange) {
        state.withLock { _ = $0.entries.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    /// The first deadline.
    var firstDeadline: Moment { state.withLock { $0.entries.values.map(\.deadline).min() ?? .never } }

    /// Resumes whatever has waited long enough.
    func endLate(at now: Moment) {
        let late = state.withLock { state in state.entries.values.filter { $0.deadline <= now }.map(\.sleep) }
        for sleep in late { sleep.end(.timedOut) }
    }

    /// Resumes those whose reader is gone: the library looks at no suspended connection.
    func endAbandoned() {
        // Under the lock: an entry is gone before its descriptor is closed.
        let gone = state.withLock { state -> [Sleep] in
            let entries = Array(state.entries.values)
            var polls = entries.map { pollfd(fd: $0.descriptor, events: Self.readerClosed, revents: 0) }
            guard !polls.isEmpty, poll(&polls, nfds_t(polls.count), 0) > 0 else { return [] }
            return zip(entries, polls).filter { $1.revents != 0 }.map(\.0.sleep)
        }
        for sleep in gone { sleep.end(.readerGone) }
    }

    /// Resumes all, perhaps but those whose work is being done, and remembers that nothing may be suspended any more.
    func endAll(sparingWork: Bool) {
        let all = state.withLock { state in
            state.isStopping = true
            return state.entries.values.filter { !(sparingWork && $0.isForWork) }.map(\.sleep)
        }
        for sleep in all { sleep.end(.stopping) }
    }
}
