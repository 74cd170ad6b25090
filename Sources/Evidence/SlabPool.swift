import Bytes
import Synchronization

/// Empty slabs for all stores of one owner: the one given back last is filled first, while it still lies in the cache.
public final class SlabPool: Sendable {
    /// Slabs that wait in a pool at most unless told otherwise: 4 MiB of them.
    public static let usualLimit = 128

    private let limit: Int
    private let free = Mutex<[Slab]>([])

    /// An empty pool in which at most `limit` slabs wait.
    public init(limit: Int = SlabPool.usualLimit) { self.limit = limit }

    /// An empty slab of ``DatagramStore/slabCapacity`` bytes.
    func take() -> Slab { free.withLock { $0.popLast() } ?? Slab(capacity: DatagramStore.slabCapacity) }

    /// Takes back a slab that nobody else holds.
    func give(_ slab: Slab) {
        slab.recycle()
        free.withLock { if $0.count < limit { $0.append(slab) } }
    }
}
