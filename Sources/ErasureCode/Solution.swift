import CISAL

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
    /// The kernels' tables of `count` sums of k symbols.
    private(set) var tables = WorkBuffer<UInt8>(repeating: 0, count: 0)

    private var places = WorkBuffer<Int>(repeating: 0, count: identifiers)
    /// The repair symbols used, as places in the list of those that arrived and as rows of the matrix.
    private var chosen: WorkBuffer<Int>
    private var chosenRows: WorkBuffer<Int>
    /// The square part of the matrix, and later its inverse; rows padded as those of the matrix.
    private var square = WorkBuffer<UInt8>(repeating: 0, count: 0)
    private var squareTables = WorkBuffer<UInt8>(repeating: 0, count: 0)
    private var combined = WorkBuffer<UInt8>(repeating: 0, count: 0)
    private var rows = WorkBuffer<UnsafeMutablePointer<UInt8>?>(repeating: nil, count: 0)
    private var results = WorkBuffer<UnsafeMutablePointer<UInt8>?>(repeating: nil, count: 0)

    init(_ matrix: GeneratorMatrix) {
        sources = matrix.sources
        repairs = matrix.repairs
        order = WorkBuffer(repeating: 0, count: matrix.sources)
        chosen = WorkBuffer(repeating: 0, count: matrix.repairs)
        chosenRows = WorkBuffer(repeating: 0, count: matrix.repairs)
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
        fillSquare(missing, matrix)
        guard invert() else { return false }
        combine(matrix)
        fillTables(missing)
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
        square.reserve(found * stride, repeating: 0)
        for row in 0..<found {
            for column in 0..<count {
                square.start[row * stride + column] =
                    matrix.bytes[chosenRows.start[row] * matrix.stride + Int(missing[column])]
            }
        }
        for column in 0..<count {
            guard let pivot = (column..<found).first(where: { square.start[$0 * stride + column] != 0 }) else {
                return false
            }
            if pivot != column {
                swap(&chosen.start[pivot], &chosen.start[column])
                swap(&chosenRows.start[pivot], &chosenRows.start[column])
                for place in 0..<count {
                    swap(&square.start[pivot * stride + place], &square.start[column * stride + place])
                }
            }
            let source = square.start + column * stride
            let inverse = GaloisField.inverse(source[column])
            for row in (column + 1)..<max(found, column + 1) {
                let target = square.start + row * stride
                let factor = GaloisField.products[Int(target[column]) << 8 | Int(inverse)]
                GaloisField.add(source, times: factor, to: target, count)
            }
        }
        return true
    }

    /// Writes the coefficients of the missing symbols in the chosen repair symbols to `square`.
    private mutating func fillSquare(_ missing: [UInt8], _ matrix: GeneratorMatrix) {
        let stride = GeneratorMatrix.stride(of: count)
        square.reserve(count * stride, repeating: 0)
        for row in 0..<count {
            let target = square.start + row * stride
            for column in 0..<count {
                target[column] = matrix.bytes[chosenRows.start[row] * matrix.stride + Int(missing[column])]
            }
            (target + count).update(repeating: 0, count: stride - count)
        }
    }

    /// Inverts `square` in its place (Gauss-Jordan); false when it is singular.
    ///
    /// Rows need no change of order: every square part of a Reed-Solomon code's matrix is regular, so no pivot is zero,
    /// and of learned rows `pickIndependent` has made the order so. One kernel call clears a column in all rows.
    private mutating func invert() -> Bool {
        let stride = GeneratorMatrix.stride(of: count)
        let tables = GaloisField.kernelTables
        rows.reserve(count, repeating: nil)
        squareTables.reserve(count * count * tables.width, repeating: 0)
        for row in 0..<count { rows.start[row] = square.start + row * stride }
        for column in 0..<count {
            let pivotRow = square.start + column * stride
            guard pivotRow[column] != 0 else { return false }
            let inverse = GaloisField.inverse(pivotRow[column])
            pivotRow[column] = 1
            GaloisField.scale(pivotRow, count, by: inverse)
            for row in 0..<count {
                let place = row * stride + column
                let factor = row == column ? 0 : Int(square.start[place])
                if row != column { square.start[place] = 0 }
                (squareTables.start + row * tables.width)
                    .update(from: tables.start + factor * tables.width, count: tables.width)
            }
            ec_encode_data_update(Int32(stride), 1, Int32(count), 0, squareTables.start, pivotRow, rows.start)
        }
        return true
    }

    /// Multiplies the inverse with the chosen rows of the matrix: a code on the rows as symbols.
    private mutating func combine(_ matrix: GeneratorMatrix) {
        let stride = GeneratorMatrix.stride(of: count)
        let tables = GaloisField.kernelTables
        combined.reserve(count * matrix.stride, repeating: 0)
        results.reserve(count, repeating: nil)
        var target = squareTables.start
        for row in 0..<count {
            for column in 0..<count {
                let coefficient = Int(square.start[row * stride + column])
                target.update(from: tables.start + coefficient * tables.width, count: tables.width)
                target += tables.width
            }
            results.start[row] = combined.start + row * matrix.stride
        }
        matrix.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for row in 0..<count {
                // ISA-L's sources are not marked so, but it only reads them.
                rows.start[row] = UnsafeMutablePointer(mutating: base + chosenRows.start[row] * matrix.stride)
            }
            ec_encode_data(
                Int32(matrix.stride), Int32(count), Int32(count), squareTables.start, rows.start, results.start)
        }
    }

    /// Lays out the tables of the sums, and puts the chosen repair symbols where the missing ones were.
    private mutating func fillTables(_ missing: [UInt8]) {
        let stride = GeneratorMatrix.stride(of: count)
        let matrixStride = GeneratorMatrix.stride(of: sources)
        let kernel = GaloisField.kernelTables
        for column in 0..<count { order.start[Int(missing[column])] = chosen.start[column] }
        tables.reserve(count * sources * kernel.width, repeating: 0)
        var target = tables.start
        for row in 0..<count {
            let coefficients = combined.start + row * matrixStride
            for column in 0..<count {
                coefficients[Int(missing[column])] = square.start[row * stride + column]
            }
            for column in 0..<sources {
                target.update(from: kernel.start + Int(coefficients[column]) * kernel.width, count: kernel.width)
                target += kernel.width
            }
        }
    }
}
