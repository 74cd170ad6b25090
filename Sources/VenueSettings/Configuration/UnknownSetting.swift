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
