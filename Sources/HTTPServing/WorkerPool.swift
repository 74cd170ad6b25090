import Dispatch
import Synchronization

/// A few threads and a bounded queue before them.
final class WorkerPool: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var next = 0
        var reserved = 0
        var isStopped = false

        var count: Int { waiting.count - next + reserved }
    }

    private let limit: Int
    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)
    private let threads = DispatchGroup()
    private let count: Int

    init(workers: Int, limit: Int) {
        self.limit = limit
        count = max(1, workers)
        for number in 0..<count {
            DispatchQueue(label: "http worker \(number)").async(group: threads) { [self] in
                while let work = take() { work() }
            }
        }
    }

    var queued: Int { state.withLock { $0.count } }

    /// Keeps a place in the queue, which `add` fills; false when the queue is full.
    func reserve() -> Bool {
        state.withLock { state in
            guard !state.isStopped, state.count < limit else { return false }
            state.reserved += 1
            return true
        }
    }

    /// Puts work in the place that was kept.
    func add(_ work: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.reserved -= 1
            state.waiting.append(work)
        }
        available.signal()
    }

    /// Drops what waits, lets the running work end, and waits for that.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.waiting = []
            state.next = 0
        }
        for _ in 0..<count { available.signal() }
        threads.wait()
    }

    private func take() -> (@Sendable () -> Void)? {
        while true {
            available.wait()
            let (work, isStopped) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
                guard state.next < state.waiting.count else { return (nil, state.isStopped) }
                let work = state.waiting[state.next]
                state.next += 1
                // The queue is short: what was taken is dropped once it is half of it.
                if state.next * 2 >= state.waiting.count {
                    state.waiting.removeFirst(state.next)
                    state.next = 0
                }
                return (work, state.isStopped)
            }
            if isStopped { return nil }
            if let work { return work }
        }
    }
}
