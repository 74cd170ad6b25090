/// The equations of one window with missing symbols, solved: how each missing symbol is a sum of those that arrived.
struct Solution: ~Copyable, Sendable {
    /// What is known of an encoding symbol ID while a window is looked at.
    private static let isUnknown = -1
    private static let isMissing = -2
    private static let identifiers = 256

    private let sources: Int
    private let repairs: Int
    /// Missing symbols.
    private(set) var count = 0
    /// Which of the symbols that arrived goes in at each of the k places: a chosen repair symbol where one is missing.
    private(set) var order: WorkBuffer<Int>

    private var places = WorkBuffer<Int>(repeating: 0, count: identifiers)
    /// The repair symbols used, as places in the list of those that arrived and as rows of the matrix.
    private var chosen: WorkBuffer<Int>
    private var chosenRows: WorkBuffer<Int>
    /// The equations that are being solved: rows of the matrix, as long as its rows.
    private var rows = WorkBuffer<UInt8>(repeating: 0, count: 0)
    private var starts = WorkBuffer<UnsafeMutablePointer<UInt8>?>(repeating: nil, count: 0)
    private var scaled: WorkBuffer<UInt8>
    private var factors = WorkBuffer<UInt8>(repeating: 0, count: 0)
    private var tables = WorkBuffer<UInt8>(repeating: 0, count: 0)
    private var factorTables = WorkBuffer<UInt8>(repeating: 0, count: 0)

    init(_ matrix: GeneratorMatrix) {
        sources = matrix.sources
        repairs = matrix.repairs
        order = WorkBuffer(repeating: 0, count: matrix.sources)
        chosen = WorkBuffer(repeating: 0, count: matrix.repairs)
        chosenRows = WorkBuffer(repeating: 0, count: matrix.repairs)
        scaled = WorkBuffer(repeating: 0, count: matrix.stride)
    }

    /// Solves for the `missing` source symbols from symbols with the IDs `present`; false when these do not suffice.
    mutating func find(_ missing: [UInt8], _ present: [UInt8], _ matrix: GeneratorMatrix, isSparse: Bool) -> Bool {
        guard !missing.isEmpty, let found = arrange(missing, present) else { return false }
        count = missing.count
        if isSparse {
            guard pickIndependent(missing, from: found, matrix) else { return false }
        } else {
            guard found >= count else { return false }
        }
        takeRows(matrix)
        guard eliminate(missing, matrix.stride) else { return false }
        for column in 0..<count { order.start[Int(missing[column])] = chosen.start[column] }
        return true
    }

    /// Sorts what arrived by ID: source symbols to their places, repair symbols to the list; how many of these there are.
    private mutating func arrange(_ missing: [UInt8], _ present: [UInt8]) -> Int? {
        for identifier in 0..<(sources + repairs) { places.start[identifier] = Self.isUnknown }
        for identifier in missing {
            guard identifier < sources, places.start[Int(identifier)] == Self.isUnknown else { return nil }
            places.start[Int(identifier)] = Self.isMissing
        }
        var found = 0
        for (place, identifier) in present.enumerated() {
            let identifier = Int(identifier)
            guard identifier < sources + repairs, places.start[identifier] == Self.isUnknown else { return nil }
            places.start[identifier] = place
            guard identifier >= sources else { continue }
            chosen.start[found] = place
            chosenRows.start[found] = identifier - sources
            found += 1
        }
        for source in 0..<sources {
            guard places.start[source] != Self.isUnknown else { return nil }
            order.start[source] = places.start[source]
        }
        return found
    }

    /// Moves repair symbols to the front of the list whose equations in the missing symbols can be solved in that order;
    /// false when there are not enough of them.
    private mutating func pickIndependent(_ missing: [UInt8], from found: Int, _ matrix: GeneratorMatrix) -> Bool {
        guard found >= count else { return false }
        let stride = GeneratorMatrix.stride(of: count)
        rows.reserve(found * stride, repeating: 0)
        for row in 0..<found {
            for column in 0..<count {
                rows.start[row * stride + column] =
                    matrix.bytes[chosenRows.start[row] * matrix.stride + Int(missing[column])]
            }
        }
        for column in 0..<count {
            guard let pivot = (column..<found).first(where: { rows.start[$0 * stride + column] != 0 }) else {
                return false
            }
            if pivot != column {
                swap(&chosen.start[pivot], &chosen.start[column])
                swap(&chosenRows.start[pivot], &chosenRows.start[column])
                for place in 0..<count {
                    swap(&rows.start[pivot * stride + place], &rows.start[column * stride + place])
                }
            }
            let source = rows.start + column * stride
            let inverse = GaloisField.inverse(source[column])
            for row in (column + 1)..<max(found, column + 1) {
                let target = rows.start + row * stride
                let factor = GaloisField.products[Int(target[column]) << 8 | Int(inverse)]
                GaloisField.add(source, times: factor, to: target, count)
            }
        }
        return true
    }

    /// Copies the chosen rows of the matrix.
    private mutating func takeRows(_ matrix: GeneratorMatrix) {
        rows.reserve(count * matrix.stride, repeating: 0)
        starts.reserve(count, repeating: nil)
        factors.reserve(count, repeating: 0)
        factorTables.reserve(GaloisField.tableBytes(count), repeating: 0)
        matrix.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for row in 0..<count {
                let start = rows.start + row * matrix.stride
                start.update(from: base + chosenRows.start[row] * matrix.stride, count: matrix.stride)
                starts.start[row] = start
            }
        }
    }

    /// Solves the chosen rows for the missing symbols (Gauss-Jordan); false when they do not determine these.
    ///
    /// Row by row, an equation "repair symbol = sum of source symbols" becomes "missing symbol = sum of the others", in
    /// place: the column of a missing symbol ends as that of the repair symbol that was chosen for it. The columns of the
    /// symbols that arrived go along, so the rows that are left are the sums wanted. One kernel call clears a column in all
    /// rows. Rows need no change of order: every square part of a Reed-Solomon code's matrix is regular, so no pivot is
    /// zero, and of learned rows `pickIndependent` has made the order so.
    private mutating func eliminate(_ missing: [UInt8], _ stride: Int) -> Bool {
        for row in 0..<count {
            let column = Int(missing[row])
            let pivot = rows.start[row * stride + column]
            guard pivot != 0 else { return false }
            var inverse = GaloisField.inverse(pivot)
            for other in 0..<count { factors.start[other] = rows.start[other * stride + column] }
            // pivot + (pivot + 1) is 1 and factor + factor * (inverse + 1) is factor * inverse: with these two the same sum
            // scales the pivot's row and clears the others, and leaves in the column what belongs there.
            factors.start[row] ^= 1
            _ = GaloisField.layTables(of: &inverse, 1, to: factorTables.start)
            starts.start[row].map { scale($0, stride) }
            scaled.start[column] = inverse ^ 1
            _ = GaloisField.layTables(of: factors.start, count, to: factorTables.start)
            Kernel.add(stride, scaled.start, factorTables.start, to: starts.start, count)
        }
        return true
    }

    /// Multiplies a row with the first of the factors that have tables.
    private mutating func scale(_ row: UnsafeMutablePointer<UInt8>, _ stride: Int) {
        var source: UnsafeMutablePointer<UInt8>? = row
        var target: UnsafeMutablePointer<UInt8>? = scaled.start
        Kernel.sum(stride, &source, 1, factorTables.start, to: &target, 1)
    }

    /// Lays out the tables of `count` sums from the one of missing symbol `first` on, over those that were laid out before.
    mutating func tables(of first: Int, _ count: Int) -> UnsafeMutablePointer<UInt8> {
        tables.reserve(GaloisField.tableBytes(count * sources), repeating: 0)
        var target = tables.start
        for row in first..<(first + count) {
            target = GaloisField.layTables(
                of: rows.start + row * GeneratorMatrix.stride(of: sources), sources, to: target)
        }
        return tables.start
    }
}
