import Bytes
import ErasureCode

/// Symbols of Reed-Solomon blocks that are not whole yet, for all objects of a channel, within one limit of bytes.
///
/// A block keeps its symbols in the order in which they came, until there are as many as it has source symbols: then
/// every one can be rebuilt. When there is no room the block that was touched longest ago lets its symbols go.
struct SymbolShelf: Sendable {
    /// A block of an object.
    struct Key: Hashable, Sendable {
        /// The object's serial number.
        var serial: UInt64
        /// The block's number.
        var block: UInt32
    }

    private struct Block: Sendable {
        var key: Key
        var slab: Slab
        var symbols: [UInt8] = []
        var ends: [Int] = []
        var touched: UInt64
    }

    /// At most this many blocks are kept, however small they are.
    private static let blockLimit = 1_024
    /// At most this many empty slabs wait to be used again.
    private static let spareLimit = 4

    /// Symbols that were let go for want of room.
    private(set) var shed = 0
    /// Source symbols that were rebuilt.
    private(set) var recovered = 0
    /// Bytes that the blocks take.
    private(set) var heldBytes = 0
    private let limit: Int
    private var blocks: [Block] = []
    private var places: [Key: Int] = [:]
    private var spare: [Slab] = []
    private var turn: UInt64 = 0
    private var codes = CodeShelf()
    private var rows = SymbolRows()

    /// A shelf of up to `limit` bytes.
    init(limit: Int) { self.limit = limit }

    /// Keeps symbol `symbol` of a block of `count` symbols of `length` bytes; whether the block can now be rebuilt.
    mutating func add(_ bytes: RawSpan, symbol: UInt8, to key: Key, count: Int, length: Int) -> Bool {
        guard let place = places[key] ?? begin(key, capacity: count * length) else {
            shed += 1
            return false
        }
        turn += 1
        blocks[place].touched = turn
        guard !blocks[place].symbols.contains(symbol), blocks[place].slab.append(bytes) else { return false }
        blocks[place].symbols.append(symbol)
        blocks[place].ends.append(blocks[place].slab.count)
        return blocks[place].symbols.count == count
    }

    /// Rebuilds the source symbols of a block that has enough, lends each of them, and lets the block go.
    ///
    /// The borrower says whether the symbol was not known otherwise.
    mutating func rebuild(_ key: Key, count: Int, length: Int, _ body: (Int, RawSpan) -> Bool) {
        guard let place = places[key] else { return }
        let block = blocks[place]
        let missing = (0..<UInt8(truncatingIfNeeded: count)).filter { !block.symbols.contains($0) }
        if !missing.isEmpty, let code = codes.code(of: count) {
            rows.removeAll()
            var start = 0
            for end in block.ends {
                rows.append(block.slab, start..<end)
                start = end
            }
            let rebuilt = Slab(capacity: missing.count * length)
            if code.rebuild(missing: missing, from: rows, present: block.symbols, length: length, into: rebuilt) {
                for (order, symbol) in missing.enumerated() {
                    let bytes = rebuilt.bytes(in: (order * length)..<((order + 1) * length))
                    if body(Int(symbol), bytes) { recovered += 1 }
                }
            }
            rows.removeAll()
        }
        remove(key)
    }

    /// Lets a block go, if it is there.
    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        let slab = blocks[place].slab
        heldBytes -= slab.capacity
        let last = blocks.removeLast()
        if place < blocks.count {
            blocks[place] = last
            places[last.key] = place
        }
        guard spare.count < Self.spareLimit else { return }
        slab.recycle()
        spare.append(slab)
    }

    /// Lets all blocks of an object go.
    mutating func removeAll(of serial: UInt64) {
        var place = 0
        while place < blocks.count {
            if blocks[place].key.serial == serial { remove(blocks[place].key) } else { place += 1 }
        }
    }

    /// Makes room for a block; nil when it would not fit even alone.
    private mutating func begin(_ key: Key, capacity: Int) -> Int? {
        guard capacity <= limit else { return nil }
        while blocks.count >= Self.blockLimit || heldBytes + capacity > limit { removeOldest() }
        blocks.append(Block(key: key, slab: slab(capacity), touched: turn))
        heldBytes += capacity
        places[key] = blocks.count - 1
        return blocks.count - 1
    }

    private mutating func slab(_ capacity: Int) -> Slab {
        guard let place = spare.firstIndex(where: { $0.capacity == capacity }) else {
            if spare.count == Self.spareLimit { spare.removeFirst() }
            return Slab(capacity: capacity)
        }
        return spare.remove(at: place)
    }

    private mutating func removeOldest() {
        var oldest = 0
        for place in blocks.indices where blocks[place].touched < blocks[oldest].touched { oldest = place }
        shed += blocks[oldest].symbols.count
        remove(blocks[oldest].key)
    }
}
