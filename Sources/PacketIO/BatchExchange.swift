import Dispatch
import Synchronization

/// Batches going round between the thread that fills them and the one that empties them; there are never more.
final class BatchExchange: Sendable {
    /// Pieces in memory: one is filled, one emptied, the others even out how long that takes.
    private static let depth = 4

    private struct State: Sendable {
        var empty: [DatagramBatch] = []
        var filled: [DatagramBatch] = []
        var isStopped = false
    }

    private let state: Mutex<State>
    // Both begin at 0 and are raised: one that is let go below its first value stops the program.
    private let emptied = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    init() {
        var state = State()
        state.filled.reserveCapacity(Self.depth)
        for _ in 0..<Self.depth { state.empty.append(DatagramBatch()) }
        self.state = Mutex(state)
        for _ in 0..<Self.depth { emptied.signal() }
    }

    /// Waits for a batch to fill; nil when nobody wants any more.
    func takeEmpty() -> DatagramBatch? {
        emptied.wait()
        return state.withLock { $0.isStopped ? nil : $0.empty.popLast() }
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
        state.withLock { if let batch = moving.take() { $0.empty.append(batch) } }
        emptied.signal()
    }

    /// Tells the filling thread that nobody wants any more.
    func stop() {
        state.withLock { $0.isStopped = true }
        emptied.signal()
    }
}
