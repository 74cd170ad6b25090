/// An `a=` line: a name, and a value behind ":" if there is one (RFC 8866, 5.13).
public struct SessionAttribute: Hashable, Sendable {
    /// What stands before the colon.
    public var name: String
    /// What stands behind it; nil for a flag such as "recvonly".
    public var value: String?

    /// An attribute, or a flag when `value` is nil.
    public init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }

    /// Reads what stands behind "a=".
    init(text: Substring) {
        if let colon = text.utf8.firstIndex(of: 0x3a) {
            self.init(String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
        } else {
            self.init(String(text))
        }
    }

    /// What stands behind "a=".
    var text: String { value.map { "\(name):\($0)" } ?? name }
}

extension [SessionAttribute] {
    /// The value of the first attribute called `name`; nil when there is none, or when it is a flag.
    public func value(of name: String) -> String? { first { $0.name == name }?.value }
}
