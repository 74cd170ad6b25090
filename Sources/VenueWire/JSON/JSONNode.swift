/// A JSON value as announcements need it: lists are passed over, numbers keep their digits.
enum JSONNode: Sendable {
    case null
    case bool(Bool)
    /// The number as it was written.
    case number(String)
    case string(String)
    /// A list; no announcement has one that we read.
    case array
    /// The members by key; of equal keys the last one counts.
    case object([String: JSONNode])

    /// The member called `key`; nil when there is none, or when this is no object.
    subscript(key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The text; nil when it is none.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The whole number from 0 on, "3.0" and "3e0" among them; nil for anything else.
    var whole: UInt64? {
        guard case .number(let digits) = self else { return nil }
        if let whole = UInt64(digits) { return whole }
        // Beyond 2⁵³ a number with a fraction or an exponent is not exact.
        guard let number = Double(digits), number >= 0, number <= 0x1p53, number == number.rounded() else { return nil }
        return UInt64(number)
    }

    /// The whole number when it lies in `range`; nil for anything else.
    func whole(in range: ClosedRange<Int>) -> Int? {
        whole.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }
}
