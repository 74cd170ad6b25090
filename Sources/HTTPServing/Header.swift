/// One header field (RFC 9110, section 5).
public struct Header: Sendable, Equatable {
    /// The name; case says nothing.
    public var name: String
    /// The value, without line breaks.
    public var value: String

    /// A name and its value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether this is the field called `other`, whatever the case of its letters.
    func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count && zip(name.utf8, other.utf8).allSatisfy { $0.lowered == $1.lowered }
    }
}

extension [Header] {
    /// The value of the first field called `name`.
    func value(of name: String) -> String? { first { $0.isNamed(name) }?.value }
}
