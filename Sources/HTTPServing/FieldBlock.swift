/// The header fields of a request in one piece of memory; a value becomes a string only when it is asked for.
struct FieldBlock: Sendable {
    /// Per field: two bytes for the length of its name, two for that of its value, then both.
    private var bytes: [UInt8] = []
    /// Whether a field was seen that may turn a 200 into something else: `If-…`, `Range`.
    private(set) var hasConditions = false
    /// Whether a field was seen that may announce a body: `Content-Length`, `Transfer-Encoding`.
    private(set) var hasFraming = false

    /// Fields longer than that are cut off by the library's memory for a connection long before.
    private static let longest = Int(UInt16.max)
    /// Room for the fields of an ordinary request.
    private static let firstRoom = 256

    /// Adds a field; one that is longer than any connection's memory is left out.
    mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        guard let first = name.first, name.count <= Self.longest, value.count <= Self.longest else { return }
        if bytes.isEmpty { bytes.reserveCapacity(Self.firstRoom) }
        for count in [name.count, value.count] {
            bytes.append(UInt8(truncatingIfNeeded: count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: count))
        }
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
        switch (first.lowered, name.count) {
        case (UInt8(ascii: "i"), 2...): hasConditions = hasConditions || name[1].lowered == UInt8(ascii: "f")
        case (UInt8(ascii: "r"), 5): hasConditions = true
        case (UInt8(ascii: "c"), 14), (UInt8(ascii: "t"), 17): hasFraming = true
        default: break
        }
    }

    /// The value of the first field called `name`.
    func value(of name: String) -> String? {
        var place = 0
        while let field = next(&place) {
            if isNamed(field.name, name) { return String(decoding: bytes[field.value], as: UTF8.self) }
        }
        return nil
    }

    /// The values of all fields called `name`, joined as one list (RFC 9110, section 5.3); nil when there is none.
    func list(of name: String) -> String? {
        var found: String?
        var place = 0
        while let field = next(&place) {
            guard isNamed(field.name, name) else { continue }
            let value = String(decoding: bytes[field.value], as: UTF8.self)
            found = found.map { $0 + ", " + value } ?? value
        }
        return found
    }

    private func isNamed(_ range: Range<Int>, _ name: String) -> Bool {
        range.count == name.utf8.count && zip(bytes[range], name.utf8).allSatisfy { $0.lowered == $1.lowered }
    }

    /// The field at `place`, which moves on to the next one.
    private func next(_ place: inout Int) -> (name: Range<Int>, value: Range<Int>)? {
        guard place + 4 <= bytes.count else { return nil }
        let start = place + 4
        let nameEnd = start + (Int(bytes[place]) << 8 | Int(bytes[place + 1]))
        let end = nameEnd + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        guard end <= bytes.count else { return nil }
        place = end
        return (start..<nameEnd, nameEnd..<end)
    }
}
