/// Finds where the windows of a grid begin, from the first numbers of its repair packets.
///
/// Every column of a window begins in the window's first row, so the origin lies at most L - 1 below each of them, round
/// the circle of L·D; a row begins a whole number of rows after the origin.
struct GridAlignment: Sendable {
    let columns: Int64
    let rows: Int64
    /// The first number of the first column.
    let first: Int64
    /// Source packets since the first column.
    var packets = 0
    private var low: Int64
    private var count: Int64
    private var row: Int64?
    private(set) var isAligned = true

    /// Begins with a column.
    init(columns: Int, rows: Int, first: Int64) {
        self.columns = Int64(columns)
        self.rows = Int64(rows)
        self.first = first
        low = first - self.columns + 1
        count = self.columns
    }

    private var size: Int64 { columns * rows }

    /// Whether a column of this kind belongs to the same grid.
    func matches(columns: Int, rows: Int) -> Bool { self.columns == columns && self.rows == rows }

    /// Learns the first number of another column.
    mutating func add(column number: Int64) {
        guard isAligned else { return }
        // With one row every origin fits every column.
        guard rows > 1 else { return }
        let place = (number - low).flooredRemainder(size)
        guard place <= count + columns - 2 else {
            isAligned = false
            return
        }
        let from = max(0, place - columns + 1)
        let through = min(count - 1, place)
        low += from
        count = through - from + 1
        if let row { add(row: row) }
    }

    /// Learns the first number of a row of L packets.
    mutating func add(row number: Int64) {
        row = number
        guard isAligned else { return }
        let step = (number - low).flooredRemainder(columns)
        if step < count {
            low += step
            count = 1
        } else {
            isAligned = false
        }
    }

    /// Whether one origin is left, or none.
    var isDecided: Bool { !isAligned || count == 1 }

    /// Whether waiting for more is over.
    var isExhausted: Bool { packets >= 2 * size }

    /// The grid as it is known by now; while several origins are left, the first column's first number is taken.
    var grid: ParityGrid {
        ParityGrid(
            columns: columns, rows: rows, origin: isAligned && count == 1 ? low : first, hasColumns: true,
            isAligned: isAligned)
    }
}
