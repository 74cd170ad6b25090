import FoundationEssentials

extension JSONValue: Encodable {
    /// Encodes what stands there; a number that JSON cannot write becomes `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let truth): try container.encode(truth)
        case .integer(let whole): try container.encode(whole)
        case .number(let number): number.isFinite ? try container.encode(number) : try container.encodeNil()
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }

    /// The value as JSON text in UTF-8, the keys of objects sorted.
    public var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing in a value cannot be encoded: what is no number is null.
        return (try? encoder.encode(self)).map(Array.init) ?? Array("null".utf8)
    }
}
