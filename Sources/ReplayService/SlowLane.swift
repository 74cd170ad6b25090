import Dispatch
import PacketIO

/// A thread for work that takes long, so that short work does not wait behind it; what would have to wait too long is refused.
final class SlowLane: Sendable {
    /// Pieces of work that run or wait at most.
    static let limit = 8

    private let queue = DispatchQueue(label: "long clips")
    private let count = Guarded(0)

    /// Lets `work` be done after what waits already; false when too much waits.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        let isFree = count.withLock { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
        guard isFree else { return false }
        queue.async { [self] in
            work()
            count.withLock { $0 -= 1 }
        }
        return true
    }
}
