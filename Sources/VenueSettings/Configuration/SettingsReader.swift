import NetworkFormats

/// Takes known keys out of a JSON object; what is left over at the end was unknown.
package struct SettingsReader {
    /// Where the object stands.
    let place: SettingPath
    /// The members nobody asked for yet.
    private(set) var rest: [String: JSONValue]
    /// The keys that were asked for, for suggestions.
    private(set) var known: [String] = []

    init(at place: SettingPath, members: [String: JSONValue]) {
        self.place = place
        rest = members
    }

    /// The path of the object, "" for the outermost.
    var path: String { place.description }

    package func path(to key: String) -> String { place.key(key).description }

    /// The value of `key`; nil when it is absent or `null`.
    mutating func take(_ key: String) -> JSONValue? {
        known.append(key)
        guard let value = rest.removeValue(forKey: key), value != .null else { return nil }
        return value
    }

    /// A text that is not empty.
    package mutating func text(_ key: String, wanted: String = "a text") throws(ConfigurationError) -> String? {
        guard let value = take(key) else { return nil }
        return try Self.text(value, path: path(to: key), wanted: wanted)
    }

    /// A name that the system takes: not empty, and without the character that would end it early there.
    package mutating func path(_ key: String, wanted: String) throws(ConfigurationError) -> String? {
        guard let text = try text(key, wanted: wanted) else { return nil }
        guard !text.utf8.contains(0) else {
            throw .outOfRange(path: path(to: key), got: "the text \(text.quoted)", wanted: wanted)
        }
        return text
    }

    /// A whole number within `range`; a number such as 30.0 counts as whole.
    package mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
        guard let value = take(key) else { return nil }
        let path = path(to: key)
        let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        let whole: Int
        switch value {
        case .integer(let number): whole = number
        case .number(let number):
            guard let exact = Int(exactly: number) else {
                throw .wrongType(path: path, got: value.phrase, wanted: wanted)
            }
            whole = exact
        default: throw .wrongType(path: path, got: value.phrase, wanted: wanted)
        }
        guard range.contains(whole) else { throw .outOfRange(path: path, got: value.phrase, wanted: wanted) }
        return whole
    }

    /// An object, to be read key by key.
    package mutating func object(_ key: String) throws(ConfigurationError) -> SettingsReader? {
        guard let value = take(key) else { return nil }
        return try Self.object(value, path: place.key(key))
    }

    /// The elements of a list and where they stand; empty when absent.
    mutating func list(
        _ key: String, wanted: String
    ) throws(ConfigurationError) -> [(path: SettingPath, value: JSONValue)] {
        guard let value = take(key) else { return [] }
        let place = place.key(key)
        guard case .array(let elements) = value else {
            throw .wrongType(path: place.description, got: value.phrase, wanted: wanted)
        }
        return elements.enumerated().map { (place.index($0), $1) }
    }

    /// A list of texts.
    mutating func texts(_ key: String, of element: String) throws(ConfigurationError) -> [String] {
        var texts: [String] = []
        for (path, value) in try list(key, wanted: "a list of texts") {
            texts.append(try Self.text(value, path: path.description, wanted: element))
        }
        return texts
    }

    static func text(_ value: JSONValue, path: String, wanted: String) throws(ConfigurationError) -> String {
        guard case .string(let text) = value else {
            throw .wrongType(path: path, got: value.phrase, wanted: wanted)
        }
        guard !text.isEmpty else { throw .outOfRange(path: path, got: value.phrase, wanted: wanted) }
        return text
    }

    static func object(_ value: JSONValue, path: SettingPath) throws(ConfigurationError) -> SettingsReader {
        guard case .object(let members) = value else {
            throw .wrongType(path: path.description, got: value.phrase, wanted: "an object")
        }
        return SettingsReader(at: path, members: members)
    }
}
