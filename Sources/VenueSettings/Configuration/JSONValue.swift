/// A JSON value as the configuration file holds it (RFC 8259); whole numbers and truth values stay what they are.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction that fits 64 bits.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by key.
    case object([String: JSONValue])
}

extension JSONValue: Decodable {
    /// Decodes whatever stands there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else if let truth = try? container.decode(Bool.self) {
            self = .bool(truth)
        } else if let whole = try? container.decode(Int.self) {
            self = .integer(whole)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }
}

extension JSONValue {
    /// How deep lists and objects nest in it; 0 for a single value.
    var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.values.map(\.depth).max() ?? 0)
        default: 0
        }
    }

    /// What stands there, for a sentence: "the text \"x\"", "the number 7", "a list".
    var phrase: String {
        switch self {
        case .null: "null"
        case .bool(let truth): "\(truth)"
        case .integer(let whole): "the number \(whole)"
        case .number(let number): "the number \(number)"
        case .string(let text): text.isEmpty ? "an empty text" : "the text \(text.quoted)"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
