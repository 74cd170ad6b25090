public import Bytes
import PacketIO

/// Memory that files are made in, used again and again: what is not touched for the first time costs no page faults.
///
/// A slab is free as soon as nobody but the lender holds it, so a file gives its memory back by being let go. Any thread may
/// ask; what is beyond the lender's own size is allocated and let go as it is needed.
public final class SlabLender: Sendable {
    /// Bytes of a slab; a sample that is longer gets one of its own.
    public static let slabLength = 1 << 20
    /// Bytes that a lender keeps unless it is told otherwise.
    public static let usualSize = 64 << 20

    private let limit: Int
    private let slabs = Guarded<[Slab]>([])

    /// A lender that keeps up to `bytes` of memory for ever; it begins with none.
    public init(keeping bytes: Int = SlabLender.usualSize) { limit = max(0, bytes) / Self.slabLength }

    /// An empty slab with room for `count` bytes at least, which nobody else holds.
    public func lease(_ count: Int) -> Slab {
        guard count <= Self.slabLength else { return Slab(capacity: count) }
        return slabs.withLock { slabs in
            for index in slabs.indices where isKnownUniquelyReferenced(&slabs[index]) {
                slabs[index].recycle()
                return slabs[index]
            }
            let made = Slab(capacity: Self.slabLength)
            if slabs.count < limit { slabs.append(made) }
            return made
        }
    }

    /// Bytes that the lender keeps now, in use or not.
    public var size: Int { slabs.withLock { $0.count * Self.slabLength } }
}
