public import Timing

extension StreamDuration {
    /// The length that a text such as "20", "20.5", "20s", "1500ms", "1m" or "1m30s" states; nil when it states none.
    ///
    /// Without a unit it is seconds. What is too long for 64 bits becomes the longest length.
    public init?(text: String) {
        guard var cursor = TextCursor(text), cursor.isAtDigit else { return nil }
        var sum: Int64 = 0
        var terms = 0
        while !cursor.isAtEnd {
            guard let whole = cursor.readNumber(), let fraction = cursor.readFraction() else { return nil }
            if cursor.isAtEnd, terms > 0 { return nil }
            guard let unit = Self.readUnit(&cursor) else { return nil }
            let (product, isTooLong) = whole.multipliedReportingOverflow(by: unit)
            let part =
                unit >= TextCursor.second
                ? fraction * (unit / TextCursor.second) : fraction / (TextCursor.second / unit)
            let (term, isOver) = product.addingReportingOverflow(part)
            let (total, isBeyond) = sum.addingReportingOverflow(term)
            sum = isTooLong || isOver || isBeyond ? .max : total
            terms += 1
        }
        self.init(nanoseconds: sum)
    }

    /// Nanoseconds of the unit that comes next; a second when the text ends.
    private static func readUnit(_ cursor: inout TextCursor) -> Int64? {
        if cursor.isAtEnd { return TextCursor.second }
        if cursor.take(word: "ms") { return 1_000_000 }
        if cursor.take(word: "s") { return TextCursor.second }
        if cursor.take(word: "m") { return 60 * TextCursor.second }
        return cursor.take(word: "h") ? 3_600 * TextCursor.second : nil
    }

    /// Decimal seconds such as "20", "19.96" or "0.000000001".
    var decimalSeconds: String {
        let magnitude = nanoseconds.magnitude
        var text = (nanoseconds < 0 ? "-" : "") + String(magnitude / 1_000_000_000)
        var fraction = magnitude % 1_000_000_000
        guard fraction > 0 else { return text }
        var digits = 9
        while fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        text += "." + String(fraction).padded(to: digits)
        return text
    }
}

extension String {
    /// The text with zeros in front, up to `length` characters.
    func padded(to length: Int) -> String { String(repeating: "0", count: max(0, length - utf8.count)) + self }
}
