extension VenueConfiguration {
    /// The configuration after a change at run time: what stands in `bytes`, a JSON object in the shape of the
    /// configuration file, replaces what was set, and everything else stays.
    ///
    /// Objects are merged key by key, lists and single values replaced, and `null` sets a key back to its default (JSON
    /// Merge Patch, RFC 7396). A flat triplet and a list of access points under another name change what they would set.
    /// An error leaves the configuration as it was.
    public func merging(_ bytes: [UInt8]) throws(ConfigurationError) -> VenueConfiguration {
        let change = try SettingsReader(parsing: bytes, limit: Self.sizeLimit)
        return try merging(.object(change.rest))
    }

    /// The configuration after the change `change`, an object: as `merging` of its text.
    public func merging(_ change: JSONValue) throws(ConfigurationError) -> VenueConfiguration {
        guard case .object(let members) = change else { throw .notJSON(reason: "it is \(change.phrase)") }
        let merged = jsonValue.patched(with: .object(Self.canonical(members)))
        // Changes may come again and again: together they must stay what one file could hold.
        let size = merged.json.count
        guard size <= Self.sizeLimit else { throw .tooLarge(bytes: size, limit: Self.sizeLimit) }
        guard case .object(let root) = merged else { return self }
        return try VenueConfiguration(reading: SettingsReader(at: SettingPath(), members: root))
    }

    /// `members` with the triplet under `license`, and the access points under `wifi.accessPoints`.
    private static func canonical(_ members: [String: JSONValue]) -> [String: JSONValue] {
        var root = members
        let flat = ["venueName", "contentOwner", "appDeveloper"].compactMap { key in
            root.removeValue(forKey: key).map { (key, $0) }
        }
        if !flat.isEmpty {
            switch root["license"] {
            case nil: root["license"] = .object(Dictionary(uniqueKeysWithValues: flat))
            case .object(let nested):
                root["license"] = .object(Dictionary(uniqueKeysWithValues: flat).merging(nested) { $1 })
            default: break
            }
        }
        if case .array = root["wifi"] { root["wifi"] = .object(["accessPoints": root["wifi"] ?? .null]) }
        var points: [JSONValue]?
        var wifi: [String: JSONValue]?
        if case .object(let members) = root["wifi"] { wifi = members }
        // A name of the list stands for the list; what is no list stays, and is refused by its own name.
        for key in (wifi ?? [:]).keys.sorted() where isAccessPointKey(key) {
            guard case .array(let elements) = wifi?[key] else { continue }
            points = (points ?? []) + elements
            wifi?[key] = nil
        }
        for key in root.keys.sorted() where isAccessPointKey(key) {
            guard case .array(let elements) = root[key] else { continue }
            points = (points ?? []) + elements
            root[key] = nil
        }
        guard let points else { return root }
        switch root["wifi"] {
        case nil, .object:
            var members = wifi ?? [:]
            members["accessPoints"] = .array(points)
            root["wifi"] = .object(members)
        default: break
        }
        return root
    }
}

extension JSONValue {
    /// The value after a merge patch (RFC 7396, section 2).
    fileprivate func patched(with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members: [String: JSONValue] = [:]
        if case .object(let own) = self { members = own }
        for (key, change) in changes {
            members[key] = change == .null ? nil : (members[key] ?? .null).patched(with: change)
        }
        return .object(members)
    }
}
