import Bytes

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
    /// Sums that the widest kernels make in one pass.
    ///
    /// As many are rebuilt at a time: their tables are laid out, used while they are in the nearest cache, and the next
    /// ones take their place.
    private static let group = 6

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
    private var headInputs: WorkBuffer<Bytes?>
    private var headSums = WorkBuffer<UInt8>(repeating: 0, count: 0)
    private var padded = WorkBuffer<UInt8>(repeating: 0, count: 0)

    init(_ matrix: GeneratorMatrix, isSparse: Bool) {
        self.matrix = matrix
        self.isSparse = isSparse
        solution = Solution(matrix)
        order = WorkBuffer(repeating: 0, count: matrix.sources)
        inputs = WorkBuffer(repeating: nil, count: matrix.sources)
        outputs = WorkBuffer(repeating: nil, count: max(matrix.sources, matrix.repairs))
        headInputs = WorkBuffer(repeating: nil, count: matrix.sources)
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
        run(matrix.repairs, isRebuilding: false, symbols, length, start, stride)
    }

    /// Solves for the `missing` source symbols from symbols with the IDs `present`; false when these do not suffice.
    mutating func solve(_ missing: [UInt8], _ present: [UInt8]) -> Bool {
        solution.find(missing, present, matrix, isSparse: isSparse)
    }

    /// Writes the missing symbols of the window that `solution` was last found for to `start`, one behind the other.
    mutating func rebuild(_ symbols: SymbolRows, _ length: Int, _ start: Bytes) {
        for place in 0..<matrix.sources { order.start[place] = solution.order.start[place] }
        run(solution.count, isRebuilding: true, symbols, length, start, length)
    }

    private mutating func makeEncodeTables() {
        guard !hasEncodeTables else { return }
        hasEncodeTables = true
        encodeTables.reserve(GaloisField.tableBytes(matrix.repairs * matrix.sources), repeating: 0)
        matrix.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            var target = encodeTables.start
            for row in 0..<matrix.repairs {
                target = GaloisField.layTables(of: base + row * matrix.stride, matrix.sources, to: target)
            }
        }
    }

    /// Makes `count` sums of the symbols in `order`.
    private mutating func run(
        _ count: Int, isRebuilding: Bool, _ symbols: SymbolRows, _ length: Int, _ start: Bytes, _ stride: Int
    ) {
        gatherHeads(symbols)
        let end = length - symbols.headLength
        var offset = 0
        repeat {
            let width = min(Self.stripe, end - offset)
            aim(symbols, offset, width)
            var first = 0
            while first < count {
                let group = isRebuilding ? min(Self.group, count - first) : count
                let tables = isRebuilding ? solution.tables(of: first, group) : encodeTables.start
                let target = start + first * stride
                if offset == 0 { sumHeads(tables, group, symbols.headLength, target, stride) }
                if width > 0 {
                    for row in 0..<group { outputs.start[row] = target + (row * stride + symbols.headLength + offset) }
                    Kernel.sum(width, inputs.start, matrix.sources, tables, to: outputs.start, group)
                }
                first += group
            }
            offset += Self.stripe
        } while offset < end
    }

    /// Copies the symbols' heads side by side.
    private mutating func gatherHeads(_ symbols: SymbolRows) {
        guard symbols.headLength > 0 else { return }
        for place in 0..<matrix.sources {
            let head = heads.start + place * Self.headRoom
            let word = symbols.rows[order.start[place]].head
            UnsafeMutableRawPointer(head).storeBytes(of: word.bigEndian, as: UInt32.self)
            headInputs.start[place] = head
        }
    }

    /// Sums the heads, and puts each sum before its symbol.
    private mutating func sumHeads(_ tables: Bytes, _ count: Int, _ length: Int, _ start: Bytes, _ stride: Int) {
        guard length > 0 else { return }
        headSums.reserve(count * Self.headRoom, repeating: 0)
        for row in 0..<count { outputs.start[row] = headSums.start + row * Self.headRoom }
        Kernel.sum(Self.headRoom, headInputs.start, matrix.sources, tables, to: outputs.start, count)
        for row in 0..<count {
            (start + row * stride).update(from: headSums.start + row * Self.headRoom, count: length)
        }
    }

    /// Points the inputs at `width` bytes from `offset` on of each symbol's body; short ones are copied and filled up.
    private mutating func aim(_ symbols: SymbolRows, _ offset: Int, _ width: Int) {
        guard width > 0 else { return }
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
