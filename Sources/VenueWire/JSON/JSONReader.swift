/// Reads a text of JSON (RFC 8259) strictly: nothing that the grammar lacks, UTF-8 without a byte order mark.
///
/// Escapes of half a surrogate pair are refused, since no text can hold them. The work is linear in the text's length.
struct JSONReader {
    /// The text is not JSON, not UTF-8, or nests too deep.
    struct Fault: Error, Equatable {
        /// The byte that does not fit, counted from 0.
        var offset: Int
    }

    /// How deep objects and lists may nest.
    static let depthLimit = 32

    let bytes: [UInt8]
    var offset = 0

    /// The value that a whole text is.
    static func value(of bytes: [UInt8]) throws(Fault) -> JSONNode {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Fault(offset: 0) }
        var reader = Self(bytes: bytes)
        reader.passSpace()
        let value = try reader.value(depth: 0)
        reader.passSpace()
        guard reader.offset == bytes.count else { throw reader.fault }
        return value
    }

    var fault: Fault { Fault(offset: offset) }

    /// The byte at the offset; 0, which fits nowhere outside a text, at the end.
    var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private mutating func passSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[offset]) { offset += 1 }
    }

    /// Moves past `byte`, which must stand here.
    private mutating func pass(_ byte: UInt8) throws(Fault) {
        guard next == byte else { throw fault }
        offset += 1
    }

    private mutating func value(depth: Int) throws(Fault) -> JSONNode {
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONNode) throws(Fault) -> JSONNode {
        for byte in word.description.utf8 { try pass(byte) }
        return value
    }

    private mutating func object(depth: Int) throws(Fault) -> JSONNode {
        guard depth < Self.depthLimit else { throw fault }
        offset += 1
        var members: [String: JSONNode] = [:]
        passSpace()
        if next == UInt8(ascii: "}") {
            offset += 1
            return .object(members)
        }
        while true {
            let key = try string()
            passSpace()
            try pass(UInt8(ascii: ":"))
            passSpace()
            members[key] = try value(depth: depth + 1)
            passSpace()
            if next == UInt8(ascii: "}") { break }
            try pass(UInt8(ascii: ","))
            passSpace()
        }
        offset += 1
        return .object(members)
    }

    private mutating func array(depth: Int) throws(Fault) -> JSONNode {
        guard depth < Self.depthLimit else { throw fault }
        offset += 1
        passSpace()
        if next == UInt8(ascii: "]") {
            offset += 1
            return .array
        }
        while true {
            _ = try value(depth: depth + 1)
            passSpace()
            if next == UInt8(ascii: "]") { break }
            try pass(UInt8(ascii: ","))
            passSpace()
        }
        offset += 1
        return .array
    }
}
