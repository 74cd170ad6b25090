/// The header fields of a request in one piece of memory; a value becomes a string only when it is asked for.
struct FieldBlock: Sendable {
    /// Per field: two bytes for the length of its name, two for that of its value, then both.
    private var bytes: [UInt8] = []
    /// Whether a field was seen that may turn a 200 into something else.
    private(set) var hasConditions = false

    /// Fields longer than that are cut off by the library's memory for a connection long before.
    private static let longest = Int(UInt16.max)

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    /// Adds a field; one that is longer than any connection's memory is left out.
    mutating func append(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        let nameCount = name.count
        let valueCount = value.count
        guard nameCount > 0, nameCount <= Self.longest, valueCount <= Self.longest else { return }
        bytes.append(UInt8(truncatingIfNeeded: nameCount >> 8))
        bytes.append(UInt8(truncatingIfNeeded: nameCount))
        bytes.append(UInt8(truncatingIfNeeded: valueCount >> 8))
        bytes.append(UInt8(truncatingIfNeeded: valueCount))
        let start = bytes.count
        bytes.append(contentsOf: name)
        // If-…, Range
        switch bytes[start].lowered {
        case UInt8(ascii: "i"):
            hasConditions = hasConditions || bytes[start...].dropFirst().first?.lowered == UInt8(ascii: "f")
        case UInt8(ascii: "r"): hasConditions = hasConditions || nameCount == 5
        default: break
        }
        bytes.append(contentsOf: value)
    }

    /// The value of the first field called `name`.
    func value(of name: String) -> String? {
        var found: String?
        forEach { field, value in
            guard found == nil, field.count == name.utf8.count,
                zip(field, name.utf8).allSatisfy({ $0.lowered == $1.lowered })
            else { return }
            found = String(decoding: value, as: UTF8.self)
        }
        return found
    }

    /// The values of all fields called `name`, joined as one list (RFC 9110, section 5.3); nil when there is none.
    func list(of name: String) -> String? {
        var found: [String] = []
        forEach { field, value in
            if field.count == name.utf8.count, zip(field, name.utf8).allSatisfy({ $0.lowered == $1.lowered }) {
                found.append(String(decoding: value, as: UTF8.self))
            }
        }
        return found.isEmpty ? nil : found.joined(separator: ", ")
    }

    private func forEach(_ body: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Void) {
        var place = 0
        while place + 4 <= bytes.count {
            let nameEnd = place + 4 + (Int(bytes[place]) << 8 | Int(bytes[place + 1]))
            let end = nameEnd + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            guard end <= bytes.count else { return }
            body(bytes[(place + 4)..<nameEnd], bytes[nameEnd..<end])
            place = end
        }
    }
}
