import Dispatch

/// Batches going round between the thread that fills them and the one that empties them; there are never more.
final class BatchExchange: Sendable {
    /// Pieces in memory: one is filled, one emptied, the others even out how long that takes.
    private static let depth = 4
    /// Empty batches for which a filling thread that waits is woken: each waking costs as much as some datagrams.
    private static let worthwhile = 2

    private struct State: Sendable {
        var empty: [DatagramBatch] = []
        var filled: [DatagramBatch] = []
        var isStopped = false
        /// Whether the filling thread waits for empty ones.
        var isStarved = false
    }

    private let state: Guarded<State>
    // Both begin at 0: one that is let go below its first value stops the program.
    private let emptied = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    init() {
        var state = State()
        state.filled.reserveCapacity(Self.depth)
        for _ in 0..<Self.depth { state.empty.append(DatagramBatch()) }
        self.state = Guarded(state)
    }

    /// Waits for a batch to fill; nil when nobody wants any more.
    func takeEmpty() -> DatagramBatch? {
        while true {
            let (batch, isOver) = state.withLock { state -> (DatagramBatch?, Bool) in
                if state.isStopped { return (nil, true) }
                let batch = state.empty.popLast()
                state.isStarved = batch == nil
                return (batch, false)
            }
            if batch != nil || isOver { return batch }
            emptied.wait()
        }
    }

    /// Hands a batch over; the caller touches nothing of it any more.
    func putFilled(_ batch: consuming DatagramBatch) {
        var moving: DatagramBatch? = batch
        state.withLock { if let batch = moving.take() { $0.filled.append(batch) } }
        filled.signal()
    }

    /// Waits for the next batch.
    func takeFilled() -> DatagramBatch {
        filled.wait()
        return state.withLock { $0.filled.removeFirst() }
    }

    /// Gives a batch back to be filled again; the caller touches nothing of it any more.
    func putEmpty(_ batch: consuming DatagramBatch) {
        var moving: DatagramBatch? = batch
        let isWorthwhile = state.withLock { state in
            if let batch = moving.take() { state.empty.append(batch) }
            guard state.isStarved, state.empty.count >= Self.worthwhile else { return false }
            state.isStarved = false
            return true
        }
        if isWorthwhile { emptied.signal() }
    }

    /// Tells the filling thread that nobody wants any more.
    func stop() {
        state.withLock { $0.isStopped = true }
        emptied.signal()
    }
}
