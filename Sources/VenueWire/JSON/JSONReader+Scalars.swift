extension JSONReader {
    /// A text in double quotes, its escapes resolved.
    mutating func string() throws(Fault) -> String {
        guard next == UInt8(ascii: "\"") else { throw fault }
        offset += 1
        let start = offset
        while next >= 0x20, next != UInt8(ascii: "\""), next != UInt8(ascii: "\\") { offset += 1 }
        var text = Array(bytes[start..<offset])
        while next != UInt8(ascii: "\"") {
            guard next >= 0x20 else { throw fault }
            if next == UInt8(ascii: "\\") {
                text.append(contentsOf: String(try escape()).utf8)
            } else {
                text.append(next)
                offset += 1
            }
        }
        offset += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// What a backslash and what follows it stand for.
    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        offset += 1
        let letter = next
        guard letter != UInt8(ascii: "u") else { return try scalar() }
        let meaning: Unicode.Scalar
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): meaning = Unicode.Scalar(letter)
        case UInt8(ascii: "b"): meaning = "\u{8}"
        case UInt8(ascii: "f"): meaning = "\u{c}"
        case UInt8(ascii: "n"): meaning = "\n"
        case UInt8(ascii: "r"): meaning = "\r"
        case UInt8(ascii: "t"): meaning = "\t"
        default: throw fault
        }
        offset += 1
        return meaning
    }

    /// The character of one "u" and four digits, or of two of them that are a surrogate pair.
    private mutating func scalar() throws(Fault) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xdc00, next == UInt8(ascii: "\\") else { throw fault }
        offset += 1
        guard next == UInt8(ascii: "u") else { throw fault }
        let second = try unit()
        guard 0xdc00...0xdfff ~= second,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
        else { throw fault }
        return scalar
    }

    /// The value of four hexadecimal digits behind "u".
    private mutating func unit() throws(Fault) -> UInt32 {
        offset += 1
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = next - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = next - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = next - UInt8(ascii: "A") + 10
            default: throw fault
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }

    /// A number as it is written (RFC 8259, section 6).
    mutating func number() throws(Fault) -> String {
        let start = offset
        if next == UInt8(ascii: "-") { offset += 1 }
        if next == UInt8(ascii: "0") { offset += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            offset += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            offset += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func digits() throws(Fault) {
        let start = offset
        while UInt8(ascii: "0")...UInt8(ascii: "9") ~= next { offset += 1 }
        guard offset > start else { throw fault }
    }
}
