import PacketIO

/// The memory that clips may take while they are made and sent: all of them together, so that no number of readers takes
/// more.
final class ClipBudget: Sendable {
    /// Bytes of one clip; they are free again when nobody holds it any more.
    final class Lease: Sendable {
        private let budget: ClipBudget
        private let bytes: Guarded<Int>

        fileprivate init(_ budget: ClipBudget, _ bytes: Int) {
            self.budget = budget
            self.bytes = Guarded(bytes)
        }

        deinit { budget.give(bytes.withLock { $0 }) }

        /// Gives back what is not needed any more, so that `count` remain.
        func shrink(to count: Int) {
            let freed = bytes.withLock { bytes in
                let freed = max(0, bytes - max(0, count))
                bytes -= freed
                return freed
            }
            budget.give(freed)
        }
    }

    /// Bytes in all.
    let limit: Int
    private let taken = Guarded(0)

    /// A budget of `limit` bytes.
    init(limit: Int) { self.limit = max(0, limit) }

    /// Bytes taken now.
    var byteCount: Int { taken.withLock { $0 } }

    /// Takes `count` bytes; nil when so many are not free.
    func lease(_ count: Int) -> Lease? {
        let isFree = taken.withLock { taken in
            guard count >= 0, count <= limit - taken else { return false }
            taken += count
            return true
        }
        return isFree ? Lease(self, count) : nil
    }

    private func give(_ count: Int) { taken.withLock { $0 -= count } }
}
