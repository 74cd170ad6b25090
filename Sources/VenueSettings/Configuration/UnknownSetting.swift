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

    /// So many keys are named at most.
    private static let sentenceLimit = 50

    /// One line per key, each said once however often it stands in a list; of very many, how many more there are.
    static func sentences(_ settings: [UnknownSetting]) -> [String] {
        var said: Set<String> = []
        let new = settings.filter { said.insert(inAnyElement($0.path)).inserted }
        let more = new.count - sentenceLimit
        return new.prefix(sentenceLimit).map(\.sentence)
            + (more > 0 ? ["\(more) more unknown keys are kept and have no effect"] : [])
    }

    /// `path` with `[]` for every `[12]`.
    private static func inAnyElement(_ path: String) -> String {
        var place: [UInt8] = []
        for byte in path.utf8 {
            if byte == UInt8(ascii: "]"), let open = place.lastIndex(where: { !(0x30...0x39).contains($0) }),
                place[open] == UInt8(ascii: "[")
            {
                place.removeSubrange((open + 1)...)
            }
            place.append(byte)
        }
        return String(decoding: place, as: UTF8.self)
    }
}
