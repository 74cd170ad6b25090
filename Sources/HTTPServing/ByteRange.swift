/// What a `Range` field asks of a body (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// The whole body: the field is none that we know, is wrong, or asks for several ranges.
    case whole
    /// These bytes of it.
    case part(Range<Int>)
    /// Nothing that the body has.
    case unsatisfiable

    /// Reads `field` for a body of `count` bytes.
    ///
    /// Several ranges get the whole body, as section 14.2 allows.
    init(_ field: String, of count: Int) {
        self = .whole
        let text = field.utf8
        let unit = "bytes="
        guard text.count > unit.utf8.count, zip(text, unit.utf8).allSatisfy({ $0.lowered == $1 }) else { return }
        let list = text.dropFirst(unit.utf8.count).split(separator: UInt8(ascii: ",")).map(Self.trimmed)
            .filter { !$0.isEmpty }
        guard list.count == 1, let dash = list[0].firstIndex(of: UInt8(ascii: "-")) else { return }
        let before = list[0][..<dash]
        let after = list[0][list[0].index(after: dash)...]
        guard let first = Self.number(before), let last = Self.number(after) else { return }
        switch (before.isEmpty, after.isEmpty) {
        case (true, true): return
        case (true, false):
            // A suffix longer than the body is all of it; of no bytes at all, nothing can be had.
            guard last > 0 else {
                self = .unsatisfiable
                return
            }
            if count > 0 { self = .part((count - min(last, count))..<count) }
        case (false, let isOpen):
            guard isOpen || first <= last else { return }
            guard first < count else {
                self = .unsatisfiable
                return
            }
            self = .part(first..<(isOpen ? count : min(last, count - 1) + 1))
        }
    }

    /// A number of any length: what is too large counts as the largest, nothing as 0; nil for anything but digits.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            let (product, over) = value.multipliedReportingOverflow(by: 10)
            let (sum, overSum) = product.addingReportingOverflow(Int(digit & 0xf))
            value = over || overSum || value == .max ? .max : sum
        }
        return value
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var text = text
        while text.first == 0x20 || text.first == 0x09 { text.removeFirst() }
        while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
        return text
    }
}
