/// Reads a text of JSON (RFC 8259) in UTF-8 into values, in time linear to its length.
///
/// Foundation's decoder takes time in proportion to the depth for every value whose type it is asked for: five seconds for a
/// file of 256 kB. Of equal keys the last one counts; a byte order mark is passed over.
struct JSONText {
    private let bytes: [UInt8]
    private var offset = 0

    /// The value that `bytes` are; nil when they are no JSON, or nest deeper than `JSONFault.depthLimit`.
    static func value(of bytes: [UInt8]) -> JSONValue? {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var text = Self(bytes: bytes)
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { text.offset = 3 }
        text.passSpace()
        guard let value = text.value(depth: 0) else { return nil }
        text.passSpace()
        return text.offset == bytes.count ? value : nil
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The byte at the offset; 0, which fits nowhere, at the end.
    private var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private mutating func passSpace() {
        while next == 0x20 || next == 0x0a || next == 0x0d || next == 0x09 { offset += 1 }
    }

    /// Passes `byte` and the space around it; false when another one stands here.
    private mutating func pass(_ byte: UInt8) -> Bool {
        passSpace()
        guard next == byte else { return false }
        offset += 1
        passSpace()
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        switch next {
        case UInt8(ascii: "{"): return object(depth: depth + 1)
        case UInt8(ascii: "["): return array(depth: depth + 1)
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) -> JSONValue? {
        guard bytes[offset...].starts(with: word.utf8) else { return nil }
        offset += word.utf8.count
        return value
    }

    private mutating func object(depth: Int) -> JSONValue? {
        guard depth <= JSONFault.depthLimit, pass(UInt8(ascii: "{")) else { return nil }
        var members: [String: JSONValue] = [:]
        if pass(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            guard next == UInt8(ascii: "\""), let key = string(), pass(UInt8(ascii: ":")),
                let value = value(depth: depth)
            else { return nil }
            members[key] = value
        } while pass(UInt8(ascii: ","))
        return pass(UInt8(ascii: "}")) ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
        guard depth <= JSONFault.depthLimit, pass(UInt8(ascii: "[")) else { return nil }
        var elements: [JSONValue] = []
        if pass(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            guard let value = value(depth: depth) else { return nil }
            elements.append(value)
        } while pass(UInt8(ascii: ","))
        return pass(UInt8(ascii: "]")) ? .array(elements) : nil
    }

    /// A number; a whole one that fits 64 bits stays whole, also when it is written with a fraction or an exponent.
    private mutating func number() -> JSONValue? {
        let length = Self.numberLength(bytes[offset...])
        guard length > 0 else { return nil }
        let text = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
        offset += length
        if let whole = Int(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { return nil }
        return Int(exactly: number).map(JSONValue.integer) ?? .number(number)
    }

    /// How many bytes at the beginning of `bytes` are a number (RFC 8259, 6); 0 for none.
    static func numberLength(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        func digits() -> Bool {
            let count = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
            rest = rest.dropFirst(count)
            return count > 0
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        if rest.first == UInt8(ascii: "0") { rest = rest.dropFirst() } else if !digits() { return 0 }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            if !digits() { return 0 }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            if !digits() { return 0 }
        }
        return bytes.count - rest.count
    }

    private mutating func string() -> String? {
        offset += 1
        var text: [UInt8] = []
        while next != UInt8(ascii: "\"") {
            guard next >= 0x20 else { return nil }
            if next == UInt8(ascii: "\\") {
                guard let scalar = escape() else { return nil }
                text.append(contentsOf: String(scalar).utf8)
            } else {
                text.append(next)
                offset += 1
            }
        }
        offset += 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape() -> Unicode.Scalar? {
        offset += 1
        let letter = next
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: return nil
        }
        guard let first = unit() else { return nil }
        if let scalar = Unicode.Scalar(first) { return scalar }
        // The first half of a surrogate pair, which needs the second.
        guard first < 0xdc00, bytes[min(offset, bytes.count)...].starts(with: "\\u".utf8) else { return nil }
        offset += 2
        guard let second = unit(), 0xdc00...0xdfff ~= second else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    }

    /// Four hexadecimal digits.
    private mutating func unit() -> UInt32? {
        guard bytes.count - offset >= 4 else { return nil }
        let digits = bytes[offset..<offset + 4]
        offset += 4
        guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
