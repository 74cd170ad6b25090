import Dispatch
import PacketIO

/// What waits for the writing thread; bounded.
final class ReporterQueue: Sendable {
    private struct State {
        var jobs: [ReporterJob] = []
        var isEnding = false
    }

    private let limit: Int
    private let state = Guarded(State())
    private let work = DispatchSemaphore(value: 0)

    /// Holds `limit` jobs.
    init(limit: Int) { self.limit = limit }

    /// How many jobs wait.
    var count: Int { state.withLock { $0.jobs.count } }

    /// Adds a job; the failure says why not.
    func add(_ job: ReporterJob) -> StorageFailure? {
        let failure = state.withLock { state -> StorageFailure? in
            guard !state.isEnding else { return .stopped }
            guard state.jobs.count < limit else { return .busy }
            state.jobs.append(job)
            return nil
        }
        if failure == nil { work.signal() }
        return failure
    }

    /// Nothing more comes.
    func end() {
        state.withLock { $0.isEnding = true }
        work.signal()
    }

    /// The next jobs, at most `count`; empty when none came within `patience`, nil when none comes any more.
    func take(_ count: Int, patience: DispatchTimeInterval) -> [ReporterJob]? {
        let deadline = DispatchTime.now() + patience
        while true {
            let (jobs, isEnding) = state.withLock { state -> ([ReporterJob], Bool) in
                let jobs = Array(state.jobs.prefix(count))
                state.jobs.removeFirst(jobs.count)
                return (jobs, state.isEnding)
            }
            if !jobs.isEmpty { return jobs }
            if isEnding { return nil }
            // There are more signals than waits; one too many is one more look.
            if work.wait(timeout: deadline) == .timedOut { return [] }
        }
    }
}
