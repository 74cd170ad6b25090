/// Reads numbers and marks from the front of a short text; integers only, and nothing overflows.
struct TextCursor {
    /// Texts longer than this are not read at all.
    static let lengthLimit = 128
    /// Nanoseconds of a second.
    static let second: Int64 = 1_000_000_000

    private let bytes: [UInt8]
    private var place = 0

    /// Starts at the first byte; nil when the text is too long to mean anything.
    init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        bytes = Array(text.utf8)
    }

    /// Whether everything is read.
    var isAtEnd: Bool { place == bytes.count }

    /// The next byte; 0 at the end.
    var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

    /// Whether the next byte is a digit.
    var isAtDigit: Bool { next >= 0x30 && next <= 0x39 }

    /// Passes over the next byte when it is `mark`.
    mutating func take(_ mark: Character) -> Bool {
        guard !isAtEnd, let value = mark.asciiValue, next == value else { return false }
        place += 1
        return true
    }

    /// Passes over `word` when it comes next, in letters of any case.
    mutating func take(word: String) -> Bool {
        var ahead = place
        for letter in word.utf8 {
            guard ahead < bytes.count, bytes[ahead] | 0x20 == letter | 0x20 else { return false }
            ahead += 1
        }
        place = ahead
        return true
    }

    /// Reads digits as a number; nil when there are none or the number has more than 18 of them.
    mutating func readNumber() -> Int64? {
        let start = place
        var value: Int64 = 0
        while isAtDigit {
            guard place - start < 18 else { return nil }
            value = value * 10 + Int64(next - 0x30)
            place += 1
        }
        return place > start ? value : nil
    }

    /// Reads exactly `count` digits.
    mutating func readDigits(_ count: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<count {
            guard isAtDigit else { return nil }
            value = value * 10 + Int64(next - 0x30)
            place += 1
        }
        return value
    }

    /// Reads the digits behind a point as billionths, 0 when there is no point; digits beyond the ninth are passed over.
    mutating func readFraction() -> Int64? {
        guard take(".") else { return 0 }
        guard isAtDigit else { return nil }
        var value: Int64 = 0
        var scale: Int64 = Self.second
        while isAtDigit {
            if scale > 1 {
                scale /= 10
                value += Int64(next - 0x30) * scale
            }
            place += 1
        }
        return value
    }
}
