import NetworkFormats

extension SettingsReader {
    /// Reads the bytes of a JSON file, whose outermost value must be an object.
    package init(parsing bytes: [UInt8], limit: Int) throws(ConfigurationError) {
        guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count, limit: limit) }
        guard let value = JSONText.value(of: bytes) else { throw .notJSON(reason: Self.reason(bytes)) }
        guard case .object(let members) = value else { throw .notJSON(reason: "it is \(value.phrase)") }
        self.init(at: SettingPath(), members: members)
    }

    private static func reason(_ bytes: [UInt8]) -> String {
        guard let fault = JSONFault.first(in: bytes) else { return "a text or a number in it cannot be read" }
        return "line \(fault.line), column \(fault.column): \(fault.reason)"
    }

    /// For more unknown keys of an object than this no others are suggested.
    private static let suggestionLimit = 64

    /// What nobody took, as unknown settings.
    var leftOver: [UnknownSetting] {
        leftOver(at: place)
    }

    /// What nobody took, as if the object stood at `place`.
    func leftOver(at place: SettingPath) -> [UnknownSetting] {
        // Where so much is unknown, nothing is a slip of the pen.
        let hasSlips = rest.count <= Self.suggestionLimit
        return rest.map { key, value in
            UnknownSetting(
                place: place.key(key), value: value,
                suggestion: hasSlips ? Spelling.nearest(to: key, among: known) : nil)
        }
    }

    /// `true` or `false`.
    mutating func truth(_ key: String) throws(ConfigurationError) -> Bool? {
        guard let value = take(key) else { return nil }
        guard case .bool(let truth) = value else {
            throw .wrongType(path: path(to: key), got: value.phrase, wanted: "true or false")
        }
        return truth
    }

    /// A number within `range`.
    package mutating func number(_ key: String, in range: ClosedRange<Double>) throws(ConfigurationError) -> Double? {
        guard let value = take(key) else { return nil }
        let wanted = "a number from \(range.lowerBound) to \(range.upperBound)"
        let number: Double
        switch value {
        case .integer(let whole): number = Double(whole)
        case .number(let given): number = given
        default: throw .wrongType(path: path(to: key), got: value.phrase, wanted: wanted)
        }
        guard range.contains(number) else {
            throw .outOfRange(path: path(to: key), got: value.phrase, wanted: wanted)
        }
        return number
    }

    /// One of a few words.
    mutating func word(_ key: String, of words: [String]) throws(ConfigurationError) -> String? {
        guard let value = take(key) else { return nil }
        let wanted = "one of " + words.joined(separator: ", ")
        guard case .string(let word) = value else {
            throw .wrongType(path: path(to: key), got: value.phrase, wanted: wanted)
        }
        guard words.contains(word) else {
            throw .outOfRange(path: path(to: key), got: value.phrase, wanted: wanted)
        }
        return word
    }

    /// A text that may be empty.
    package mutating func anyText(_ key: String) throws(ConfigurationError) -> String? {
        guard let value = take(key) else { return nil }
        guard case .string(let text) = value else {
            throw .wrongType(path: path(to: key), got: value.phrase, wanted: "a text")
        }
        return text
    }

    /// A unicast or a multicast address.
    mutating func address(_ key: String, isGroup: Bool) throws(ConfigurationError) -> IPAddress? {
        let wanted = isGroup ? "a multicast address such as 239.10.10.1" : "the address of a host such as 10.9.0.2"
        guard let text = try text(key, wanted: wanted) else { return nil }
        guard let address = IPAddress(text), address.isMulticast == isGroup, address != .unspecified else {
            throw .outOfRange(path: path(to: key), got: "the text \(text.quoted)", wanted: wanted)
        }
        return address
    }

    /// An error about `key`, which has the right type.
    func impossible(_ key: String, _ got: String, wanted: String) -> ConfigurationError {
        .outOfRange(path: path(to: key), got: got, wanted: wanted)
    }
}
