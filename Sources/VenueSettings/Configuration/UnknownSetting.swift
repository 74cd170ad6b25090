/// A key of the configuration file that this version does not know; it is kept as it stands.
public struct UnknownSetting: Sendable, Hashable {
    /// Where it stands.
    public var place: SettingPath
    /// The value that stands there.
    public var value: JSONValue
    /// The key that was perhaps meant.
    public var suggestion: String?

    /// The key's path.
    public var path: String { place.description }

    /// An unknown key at a place.
    public init(place: SettingPath, value: JSONValue, suggestion: String? = nil) {
        self.place = place
        self.value = value
        self.suggestion = suggestion
    }

    /// An unknown key at a path such as `wifi.accessPoints[2].chanel`.
    public init(path: String, value: JSONValue, suggestion: String? = nil) {
        self.init(place: SettingPath(path), value: value, suggestion: suggestion)
    }
}

extension UnknownSetting {
    /// One line for the person who wrote it.
    public var sentence: String {
        let mend = suggestion.map { "; did you mean \($0.quoted)?" } ?? ""
        return "unknown key \(path.quoted) is kept and has no effect\(mend)"
    }
}
