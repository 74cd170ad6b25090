/// A table of fixed widths: the first column is text, the others are numbers, aligned to the right.
struct TextTable {
    /// A column's heading and its width.
    struct Column {
        var title: String
        var width: Int
    }

    /// A row, and lines about it that go below.
    struct Row {
        var cells: [String]
        var isMarked = false
        var notes: [String] = []
    }

    var columns: [Column]
    var rows: [Row] = []

    /// The table's lines; nothing without rows.
    func text(_ style: TextStyle, width: Int) -> String {
        guard !rows.isEmpty else { return "" }
        var text = style.paint(line(columns.map(\.title)), .bold) + "\n"
        for row in rows {
            let line = line(row.cells)
            text += (row.isMarked ? style.paint(line, .red) : line) + "\n"
            for note in row.notes {
                let wrapped = TerminalText.wrapped(note, width: width, start: 2, indent: 4)
                text += style.paint("  " + wrapped, .faint) + "\n"
            }
        }
        return text
    }

    private func line(_ cells: [String]) -> String {
        let parts = zip(cells, columns).enumerated().map { index, pair in
            let (cell, column) = pair
            return index == 0
                ? TerminalText.padded(TerminalText.shortened(cell, to: column.width - 1), to: column.width)
                : TerminalText.rightAligned(TerminalText.shortened(cell, to: column.width - 1), to: column.width)
        }
        let line = parts.joined()
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// A count in at most `width` columns, in thousands, millions and so on when it must be.
    static func count(_ value: Int?, width: Int) -> String {
        guard let value else { return "-" }
        var rest = value
        for suffix in ["", "k", "M", "G", "T", "P", "E"] {
            let text = "\(rest)\(suffix)"
            if text.count < width { return text }
            rest /= 1000
        }
        return "\(rest)"
    }

    /// A decimal in at most `width` columns, with fewer decimals when it must be; "-" for nil.
    static func decimal(_ value: Double?, digits: Int, width: Int) -> String {
        guard let value else { return "-" }
        for digits in stride(from: digits, through: 0, by: -1) {
            if let text = FixedDecimal(value, digits: digits)?.description, text.count < width { return text }
        }
        return count(Int(exactly: value.rounded()), width: width)
    }
}
