import VenueWire

/// How SMPTE 2022-1 cuts the numbers of a flow into windows.
struct ParityGrid: Hashable, Sendable {
    /// L.
    var columns: Int64
    /// D; 1 when only rows are protected.
    var rows: Int64
    /// The first number of any one window.
    var origin: Int64
    /// Whether column repair packets decide the grid.
    var hasColumns: Bool
    /// Whether the columns' first numbers fit the grid.
    var isAligned = true

    /// Source packets of a window.
    var size: Int64 { columns * rows }

    /// The window that `number` falls into, counted from the origin.
    func window(of number: Int64) -> Int64 { (number - origin).flooredQuotient(size) }

    /// The numbers of a window.
    func numbers(of window: Int64) -> ClosedRange<Int64> {
        let first = origin + window * size
        return first...(first + size - 1)
    }

    /// Whether a repair packet with this first number belongs to the grid.
    func fits(_ header: ParityHeader, _ number: Int64) -> Bool {
        if header.isRow { return Int64(header.count) == columns && fits(row: number) }
        return hasColumns && Int64(header.offset) == columns && Int64(header.count) == rows && fits(column: number)
    }

    /// Whether a column with this first number belongs to the grid.
    func fits(column number: Int64) -> Bool {
        !isAligned || (number - origin).flooredRemainder(size) < columns
    }

    /// Whether a row with this first number belongs to the grid.
    func fits(row number: Int64) -> Bool {
        !isAligned || (number - origin).flooredRemainder(columns) == 0
    }
}
