/// A JSON value (RFC 8259) whose objects keep their order and whose numbers have one spelling.
public enum OrderedJSON: Sendable, Equatable {
    /// A key and its value.
    public struct Member: Sendable, Equatable {
        /// The key.
        public var key: String
        /// The value.
        public var value: OrderedJSON

        /// `key` with `value`.
        public init(_ key: String, _ value: OrderedJSON) {
            self.key = key
            self.value = value
        }
    }

    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fixed count of decimals.
    case decimal(FixedDecimal)
    /// A text.
    case string(String)
    /// Values in order.
    case array([OrderedJSON])
    /// Members in order.
    case object([Member])

    /// `value` with `digits` decimals; `null` for what is not a number.
    public static func decimal(_ value: Double, digits: Int) -> Self {
        FixedDecimal(value, digits: digits).map(Self.decimal) ?? .null
    }
}

extension OrderedJSON: ExpressibleByDictionaryLiteral {
    /// An object of the members as written; those that are nil are left out.
    public init(dictionaryLiteral members: (String, OrderedJSON?)...) {
        self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }
}
