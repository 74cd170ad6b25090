import Bytes
import Synchronization

/// Empty slabs for all stores of one owner: the one given back last is filled first, while it still lies in the cache.
public final class SlabPool: Sendable {
    /// Slabs that wait here at most: 4 MiB of them.
    public static let limit = 128

    private let free = Mutex<[Slab]>([])

    /// An empty pool.
    public init() {}

    /// An empty slab of ``DatagramStore/slabCapacity`` bytes.
    func take() -> Slab { free.withLock { $0.popLast() } ?? Slab(capacity: DatagramStore.slabCapacity) }

    /// Takes back a slab that nobody else holds.
    func give(_ slab: Slab) {
        slab.recycle()
        free.withLock { if $0.count < Self.limit { $0.append(slab) } }
    }
}
