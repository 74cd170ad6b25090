/// A key of the configuration file that this version does not know; it is kept as it stands.
public struct UnknownSetting: Sendable, Hashable {
    /// The key's path.
    public var path: String
    /// The value that stands there.
    public var value: JSONValue
    /// The key that was perhaps meant.
    public var suggestion: String?

    /// An unknown key.
    public init(path: String, value: JSONValue, suggestion: String? = nil) {
        self.path = path
        self.value = value
        self.suggestion = suggestion
    }
}

extension UnknownSetting {
    /// One line for the person who wrote it.
    public var sentence: String {
        let mend = suggestion.map { "; did you mean \($0.quoted)?" } ?? ""
        return "unknown key \(path.quoted) is kept and has no effect\(mend)"
    }
}
