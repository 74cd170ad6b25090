import Bytes
import CISAL

/// The tables and the room that one code works with; one call at a time.
///
/// ISA-L reads and writes through pointers. Every pointer that it is given is made here for one call: to sources, from
/// ranges that `SymbolRows` clamped to what their slabs hold, while the caller holds these rows; to results, inside the
/// span that the caller lends; to everything else, inside this value's own buffers.
struct Workshop: ~Copyable, Sendable {
    typealias Bytes = UnsafeMutablePointer<UInt8>

    /// Bytes that a kernel works on when only a few are wanted: the widest kernels take no less.
    private static let headRoom = 64
    /// Symbols are worked on in stripes of at most this many bytes, which bounds the room for short ones.
    private static let stripe = 8_192

    let matrix: GeneratorMatrix
    /// Whether some square part of the matrix may be singular, so that the repair symbols to use must be looked for.
    let isSparse: Bool

    private var encodeTables = WorkBuffer<UInt8>(repeating: 0, count: 0)
    private var hasEncodeTables = false
    private var solution: Solution
    /// Which symbol of the list goes in at each place.
    private var order: WorkBuffer<Int>
    private var inputs: WorkBuffer<Bytes?>
    private var outputs: WorkBuffer<Bytes?>
    private var heads: WorkBuffer<UInt8>
    private var headSums = WorkBuffer<UInt8>(repeating: 0, count: 0)
    private var padded = WorkBuffer<UInt8>(repeating: 0, count: 0)

    init(_ matrix: GeneratorMatrix, isSparse: Bool) {
        self.matrix = matrix
        self.isSparse = isSparse
        solution = Solution(matrix)
        order = WorkBuffer(repeating: 0, count: matrix.sources)
        inputs = WorkBuffer(repeating: nil, count: matrix.sources)
        outputs = WorkBuffer(repeating: nil, count: max(matrix.sources, matrix.repairs))
        heads = WorkBuffer(repeating: 0, count: matrix.sources * Self.headRoom)
    }

    func coefficient(_ repair: Int, _ source: Int) -> UInt8 {
        guard (0..<matrix.repairs).contains(repair), (0..<matrix.sources).contains(source) else { return 0 }
        return matrix.bytes[repair * matrix.stride + source]
    }

    /// Writes all repair symbols of the k `symbols` to `start`, `stride` bytes apart.
    mutating func encode(_ symbols: SymbolRows, _ length: Int, _ start: Bytes, _ stride: Int) {
        makeEncodeTables()
        for place in 0..<matrix.sources { order.start[place] = place }
        run(encodeTables.start, matrix.repairs, symbols, length, start, stride)
    }

    /// Solves for the `missing` source symbols from symbols with the IDs `present`; false when these do not suffice.
    mutating func solve(_ missing: [UInt8], _ present: [UInt8]) -> Bool {
        solution.find(missing, present, matrix, isSparse: isSparse)
    }

    /// Writes the missing symbols of the window that `solution` was last found for to `start`, one behind the other.
    mutating func rebuild(_ symbols: SymbolRows, _ length: Int, _ start: Bytes) {
        for place in 0..<matrix.sources { order.start[place] = solution.order.start[place] }
        run(solution.tables.start, solution.count, symbols, length, start, length)
    }

    private mutating func makeEncodeTables() {
        guard !hasEncodeTables else { return }
        hasEncodeTables = true
        let tables = GaloisField.kernelTables
        encodeTables.reserve(matrix.repairs * matrix.sources * tables.width, repeating: 0)
        var target = encodeTables.start
        for row in 0..<matrix.repairs {
            for column in 0..<matrix.sources {
                let coefficient = Int(matrix.bytes[row * matrix.stride + column])
                target.update(from: tables.start + coefficient * tables.width, count: tables.width)
                target += tables.width
            }
        }
    }

    /// Sums the symbols in `order` with the coefficients of `tables`, `count` sums of them.
    private mutating func run(
        _ tables: Bytes, _ count: Int, _ symbols: SymbolRows, _ length: Int, _ start: Bytes, _ stride: Int
    ) {
        sumHeads(tables, count, symbols, start, stride)
        let end = length - symbols.headLength
        var offset = 0
        while offset < end {
            let width = min(Self.stripe, end - offset)
            aim(symbols, offset, width)
            for row in 0..<count { outputs.start[row] = start + (row * stride + symbols.headLength + offset) }
            ec_encode_data(Int32(width), Int32(matrix.sources), Int32(count), tables, inputs.start, outputs.start)
            offset += width
        }
    }

    /// Sums the symbols' heads, copied side by side for that, and puts each sum before its symbol.
    private mutating func sumHeads(
        _ tables: Bytes, _ count: Int, _ symbols: SymbolRows, _ start: Bytes, _ stride: Int
    ) {
        guard symbols.headLength > 0 else { return }
        headSums.reserve(count * Self.headRoom, repeating: 0)
        for place in 0..<matrix.sources {
            let head = heads.start + place * Self.headRoom
            let word = symbols.rows[order.start[place]].head
            for byte in 0..<SymbolRows.headLimit {
                head[byte] = UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * byte))
            }
            inputs.start[place] = head
        }
        for row in 0..<count { outputs.start[row] = headSums.start + row * Self.headRoom }
        ec_encode_data(
            Int32(Self.headRoom), Int32(matrix.sources), Int32(count), tables, inputs.start, outputs.start)
        for row in 0..<count {
            (start + row * stride).update(from: headSums.start + row * Self.headRoom, count: symbols.headLength)
        }
    }

    /// Points the inputs at `width` bytes from `offset` on of each symbol's body; short ones are copied and filled up.
    private mutating func aim(_ symbols: SymbolRows, _ offset: Int, _ width: Int) {
        var slab = -1
        var base: UnsafeRawPointer?
        for place in 0..<matrix.sources {
            let row = symbols.rows[order.start[place]]
            if row.slab != slab {
                slab = row.slab
                let filled = symbols.slabs[slab]
                let bytes = filled.bytes
                base = bytes.withUnsafeBytes { $0.baseAddress }
            }
            let there = max(0, min(width, row.count - offset))
            if there == width, let base {
                // ISA-L's sources are not marked so, but it only reads them.
                inputs.start[place] = Bytes(
                    mutating: (base + row.start + offset).assumingMemoryBound(to: UInt8.self))
                continue
            }
            padded.reserve(matrix.sources * Self.stripe, repeating: 0)
            let copy = padded.start + place * Self.stripe
            if there > 0, let base {
                UnsafeMutableRawPointer(copy).copyMemory(from: base + row.start + offset, byteCount: there)
            }
            (copy + there).update(repeating: 0, count: width - there)
            inputs.start[place] = copy
        }
    }
}
