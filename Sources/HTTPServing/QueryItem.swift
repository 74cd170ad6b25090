/// One `name=value` of a request's query; both are decoded, and a `+` is a plus.
public struct QueryItem: Sendable, Equatable {
    /// What stands before the first `=`.
    public var name: String
    /// What stands behind it; empty when there is none.
    public var value: String

    /// A name and its value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
