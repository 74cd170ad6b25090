import Foundation
import PacketIO

/// The few threads that decode pictures for everybody, and the files that they made.
///
/// Whoever asks for a file that is being made waits for that one: it is decoded once for all readers. What nobody waits for
/// any more when its turn comes is given up. Its threads come when there is something to do and go with the last of it.
public final class PicturePool: Sendable {
    /// Makes a file, before an instant.
    public typealias Maker = @Sendable (ContinuousClock.Instant) throws(PictureFailure) -> PictureFile
    /// Is told what became of it, on any thread and outside all locks.
    public typealias Listener = @Sendable (Result<PictureFile, PictureFailure>) -> Void

    struct Reader {
        var isThere: @Sendable () -> Bool
        var tell: Listener
    }

    struct Job {
        var make: Maker
        var readers: [Reader]
        var asked: ContinuousClock.Instant
    }

    struct State {
        var jobs: [String: Job] = [:]
        /// Names of jobs that no thread has begun, oldest first.
        var queue: [String] = []
        var cache: PictureCache
        var facts = PicturePoolFacts()
        /// Readers of all jobs.
        var readers = 0
        /// Threads that are at work.
        var threads = 0
        var isStopped = false
    }

    /// How much the threads that decode stand back for the others, which receive and send: the system's "nice".
    static let niceness: Int32 = 10

    /// What pictures may cost.
    public let limits: PictureLimits
    let state: Guarded<State>

    /// A pool without anything to do.
    public init(limits: PictureLimits = PictureLimits()) {
        self.limits = limits
        state = Guarded(State(cache: PictureCache(limit: limits.cacheBytes)))
    }

    deinit { stop() }

    /// Begins nothing more; who waits for something that was not begun is told so.
    public func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.queue = [] }
            let readers = state.queue.compactMap { state.jobs.removeValue(forKey: $0) }.flatMap(\.readers)
            state.readers -= readers.count
            return readers
        }
        for reader in waiting { reader.tell(.failure(.stopped)) }
    }

    /// Tells `tell` the file called `name`: at once when it is kept, else when somebody has made it.
    ///
    /// `isThere` says whether the reader still waits.
    public func take(
        _ name: String, isThere: @escaping @Sendable () -> Bool = { true }, make: @escaping Maker,
        tell: @escaping Listener
    ) {
        let reader = Reader(isThere: isThere, tell: tell)
        switch state.withLock({ Self.admit(reader, to: name, make, &$0, limits) }) {
        case .answered(let result): tell(result)
        case .waiting(needsThread: false): break
        case .waiting(needsThread: true):
            let thread = Thread { [state, limits] in
                // A thread's own on Linux; when it is refused, decoding goes on as fast as everything else.
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
                while Self.makeNext(state, limits) {}
            }
            thread.name = "pictures"
            thread.start()
        }
    }

    /// How the pool is doing.
    public var facts: PicturePoolFacts {
        state.withLock { state in
            var facts = state.facts
            facts.waiting = state.queue.count
            facts.cachedBytes = state.cache.byteCount
            return facts
        }
    }

    /// What becomes of a reader that asks.
    private enum Admission {
        case answered(Result<PictureFile, PictureFailure>)
        case waiting(needsThread: Bool)
    }

    private static func admit(
        _ reader: Reader, to name: String, _ make: @escaping Maker, _ state: inout State, _ limits: PictureLimits
    ) -> Admission {
        if let known = state.cache.file(name) {
            state.facts.fromCache += 1
            return .answered(.success(known))
        }
        if state.isStopped { return .answered(.failure(.stopped)) }
        let isNew = state.jobs[name] == nil
        guard state.readers < limits.readers, !isNew || state.queue.count < limits.waiting else {
            state.facts.refused += 1
            return .answered(.failure(.busy))
        }
        state.readers += 1
        state.jobs[name, default: Job(make: make, readers: [], asked: .now)].readers.append(reader)
        guard isNew else {
            state.facts.shared += 1
            return .waiting(needsThread: false)
        }
        state.queue.append(name)
        guard state.threads < max(1, limits.decoders) else { return .waiting(needsThread: false) }
        state.threads += 1
        return .waiting(needsThread: true)
    }
}
