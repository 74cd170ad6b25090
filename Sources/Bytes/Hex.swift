extension Sequence<UInt8> {
    /// Two lower-case hexadecimal digits a byte, without separators.
    public var hex: String {
        let digits = Array("0123456789abcdef")
        var text = ""
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }
}

extension [UInt8] {
    /// The bytes that pairs of hexadecimal digits stand for; blanks are passed over, anything else gives nil.
    public init?(hex text: String) {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text where !character.isWhitespace {
            guard let digit = character.hexDigitValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        guard high == nil else { return nil }
        self = bytes
    }
}
