import VenueSettings

/// What a new configuration changes, key by key: `history.seconds`, `license`.
enum SettingChanges {
    /// What is read only when the server starts.
    static let atStart: Set<String> = [
        "wifi.interface", "windows.recommended", "windows.maximum", "windows.slotMs", "source.capture",
    ]
    /// What does not change while a capture is run again.
    static let inCapture: Set<String> = [
        "history.seconds", "join", "announcements.group", "announcements.port", "announcements.periodMs",
    ]

    /// The keys whose values differ, in alphabetical order; those of objects are told one by one.
    static func keys(from old: VenueConfiguration, to new: VenueConfiguration) -> [String] {
        keys(old.jsonValue, new.jsonValue, at: "").sorted()
    }

    /// Objects that are one setting.
    private static let whole: Set<String> = ["license", "channels"]

    private static func keys(_ old: JSONValue, _ new: JSONValue, at path: String) -> [String] {
        guard old != new else { return [] }
        guard case .object(let mine) = old, case .object(let theirs) = new, !whole.contains(path),
            !path.contains(".")
        else { return [path] }
        return Set(mine.keys).union(theirs.keys).flatMap { key in
            keys(mine[key] ?? .null, theirs[key] ?? .null, at: path.isEmpty ? key : "\(path).\(key)")
        }
    }

    /// `new` with `keys` as they are in `old`.
    static func keeping(_ keys: [String], of old: VenueConfiguration, in new: VenueConfiguration)
        throws(ConfigurationError) -> VenueConfiguration
    {
        guard !keys.isEmpty else { return new }
        var value = new.jsonValue
        for key in keys {
            let steps = key.split(separator: ".", maxSplits: 1).map(String.init)
            value = copied(steps[...], from: old.jsonValue, to: value)
        }
        return try VenueConfiguration(parsing: value.json)
    }

    private static func copied(_ steps: ArraySlice<String>, from old: JSONValue, to new: JSONValue) -> JSONValue {
        guard let step = steps.first else { return old }
        guard case .object(var members) = new else { return new }
        var own: JSONValue?
        if case .object(let olds) = old { own = olds[step] }
        if steps.count == 1 {
            members[step] = own
        } else {
            members[step] = copied(steps.dropFirst(), from: own ?? .object([:]), to: members[step] ?? .object([:]))
        }
        return .object(members)
    }
}
