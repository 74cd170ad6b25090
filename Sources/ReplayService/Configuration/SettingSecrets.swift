import VenueSettings

/// Keeps what nobody may read out of a configuration that is shown, and puts it back where it was sent as shown.
enum SettingSecrets {
    /// What stands for a secret.
    static let mask = "***"
    /// A key that holds one of these words holds a secret.
    private static let words = ["token", "password", "passwd", "secret", "credential", "apikey", "api_key", "private"]

    /// `value` with its secrets masked: values of keys that say so, what stands before the @ of an address, and what a web
    /// address asks for behind its path.
    static func masked(_ value: JSONValue, isSecret: Bool = false) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { ($0, masked($1, isSecret: isSecret || isSecretKey($0))) }))
        case .array(let elements): .array(elements.map { masked($0, isSecret: isSecret) })
        case .string(let text): .string(isSecret && !text.isEmpty ? mask : withoutQuery(withoutUser(text)))
        case .integer, .number: isSecret ? .string(mask) : value
        case .null, .bool: value
        }
    }

    /// `value` with what is masked in it as it stands at the same place of `present`.
    static func restored(_ value: JSONValue, from present: JSONValue, isSecret: Bool = false) -> JSONValue {
        switch (value, present) {
        case (.object(let members), .object(let own)):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { key, value in
                        (key, restored(value, from: own[key] ?? .null, isSecret: isSecret || isSecretKey(key)))
                    }))
        case (.array(let elements), .array(let own)):
            .array(
                elements.enumerated().map { index, element in
                    restored(element, from: index < own.count ? own[index] : .null, isSecret: isSecret)
                })
        case (.string, .string), (.string, .integer), (.string, .number):
            value == masked(present, isSecret: isSecret) ? present : value
        default: value
        }
    }

    private static func isSecretKey(_ key: String) -> Bool {
        let key = key.lowercased()
        return words.contains { key.contains($0) }
    }

    /// A web address without its query, where tokens stand; addresses of groups say there what is received.
    private static func withoutQuery(_ text: String) -> String {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https", let end = text.firstIndex(where: { "?#".contains($0) }),
            text.index(after: end) < text.endIndex
        else { return text }
        return text[...end] + mask
    }

    /// An address without the user and the password that it names (RFC 3986, section 3.2.1).
    private static func withoutUser(_ text: String) -> String {
        guard let scheme = text.firstRange(of: "://") else { return text }
        let authority = text[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return text }
        return text[..<scheme.upperBound] + mask + text[at...]
    }
}
