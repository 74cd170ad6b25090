/// What a `Range` field that is written as RFC 9110, section 14.1.2, says asks of a body; the reading of the tests alone.
enum ExpectedRange: Equatable {
    /// These bytes, with 206.
    case part(Range<Int>)
    /// Nothing that is there: 416.
    case unsatisfiable

    /// Nil when the field is anything but one range of plain numbers.
    init?(_ field: String, of count: Int) {
        let words = field.split(separator: "=", omittingEmptySubsequences: false)
        guard words.count == 2, words[0] == "bytes" else { return nil }
        let ends = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.count < 18 && $0.allSatisfy { ("0"..."9").contains($0) } }) else {
            return nil
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (nil, nil): return nil
        case (nil, let suffix?):
            self = suffix == 0 || count == 0 ? .unsatisfiable : .part(max(0, count - suffix)..<count)
        case (let first?, let last):
            if let last, last < first { return nil }
            self = first >= count ? .unsatisfiable : .part(first..<min(count, (last ?? count) + 1))
        }
    }
}
