public import Bytes
import Synchronization

/// A systematic Reed-Solomon code over the field of 256 elements: any k of a window's symbols give all of them.
///
/// What it needs to work (tables, pointers, room for short symbols) it owns and uses again: after the first calls of their
/// kind, encoding and rebuilding allocate nothing. Several threads may hold one code; their calls wait for each other.
public final class ReedSolomon: Sendable {
    /// Which code.
    public let points: CodePoints
    /// Source symbols of a window, k.
    public let sources: Int
    /// Repair symbols of a window that can be made or used.
    public let repairs: Int
    private let workshop: Mutex<Workshop>

    /// The code of windows of `sources` and `repairs` symbols; nil when either is below 1 or both need more points than
    /// there are (`CodePoints.symbolLimit`), or learned rows are of other windows.
    public init?(points: CodePoints, sources: Int, repairs: Int) {
        guard let matrix = GeneratorMatrix(points, sources: sources, repairs: repairs) else { return nil }
        self.points = points
        self.sources = sources
        self.repairs = repairs
        workshop = Mutex(Workshop(matrix, isSparse: points.isLearned))
    }

    /// What source symbol `source` counts for in repair symbol `repair` (0 ..< repairs); 0 outside.
    public func coefficient(repair: Int, source: Int) -> UInt8 {
        workshop.withLock { $0.coefficient(repair, source) }
    }

    /// Appends the repair symbols of a window, each of `length` bytes, to `slab`; nothing and false when they cannot be
    /// made: not k symbols, one of them longer than `length`, or no room.
    public func encode(_ symbols: SymbolRows, length: Int, into slab: Slab) -> Bool {
        guard takes(symbols, length), length <= slab.spare / repairs else { return false }
        return slab.fill { room in
            guard let base = room.baseAddress else { return 0 }
            workshop.withLock { $0.encode(symbols, length, base.assumingMemoryBound(to: UInt8.self), length) }
            return repairs * length
        } > 0
    }

    /// Writes the repair symbols of a window, each of `length` bytes, to `room`: the first at `offset`, each next one
    /// `stride` bytes further on; nothing and false when they cannot be made (see above).
    ///
    /// A caller who sends each symbol behind a header leaves room for it between them.
    public func encode(
        _ symbols: SymbolRows, length: Int, into room: inout MutableRawSpan, at offset: Int, stride: Int
    ) -> Bool {
        guard takes(symbols, length), offset >= 0, stride >= length,
            let last = Self.place(repairs - 1, offset, stride), length <= room.byteCount - last
        else { return false }
        return room.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return false }
            let start = (base + offset).assumingMemoryBound(to: UInt8.self)
            workshop.withLock { $0.encode(symbols, length, start, stride) }
            return true
        }
    }

    /// Appends the `missing` source symbols of a window, in that order and each of `length` bytes, to `slab`.
    ///
    /// `symbols` are what arrived, in any order, and `present` their encoding symbol IDs: every source symbol that is not
    /// missing (0 ..< k), and at least as many repair symbols (k and up) as are missing; of more, the first are used.
    /// Nothing is appended and the answer is false when that is not so, an ID comes twice, a symbol is longer than
    /// `length`, there is no room, or (with learned rows only) the equations have no one solution. Where nothing is
    /// missing, all is well.
    public func rebuild(
        missing: [UInt8], from symbols: SymbolRows, present: [UInt8], length: Int, into slab: Slab
    ) -> Bool {
        if missing.isEmpty { return true }
        guard symbols.count == present.count, length >= 1, length >= symbols.length,
            length <= slab.spare / missing.count
        else { return false }
        return workshop.withLock { shop in
            guard shop.solve(missing, present) else { return false }
            return slab.fill { room in
                guard let base = room.baseAddress else { return 0 }
                shop.rebuild(symbols, length, base.assumingMemoryBound(to: UInt8.self))
                return missing.count * length
            } > 0
        }
    }

    private func takes(_ symbols: SymbolRows, _ length: Int) -> Bool {
        symbols.count == sources && length >= 1 && length >= symbols.length
    }

    private static func place(_ index: Int, _ offset: Int, _ stride: Int) -> Int? {
        let (distance, isTooFar) = index.multipliedReportingOverflow(by: stride)
        let (place, isOver) = distance.addingReportingOverflow(offset)
        return isTooFar || isOver ? nil : place
    }
}
