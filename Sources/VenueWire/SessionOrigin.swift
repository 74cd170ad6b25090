import NetworkFormats

/// The `o=` line of a session description: who made the session, and which version of it this is (RFC 8866, 5.2).
public struct SessionOrigin: Hashable, Sendable {
    /// The maker's name, "-" when it has none.
    public var username: String
    /// The session's number, as text; with name and address it is unique.
    public var sessionID: String
    /// Rises with every change of the description, as text.
    public var version: String
    /// The maker's address or host name, as text.
    public var address: String

    /// States an origin of the Internet.
    public init(username: String = "-", sessionID: String, version: String, address: String) {
        self.username = username
        self.sessionID = sessionID
        self.version = version
        self.address = address
    }

    /// Reads the value behind "o=": six words; nil when there are fewer.
    public init?(value: Substring) {
        let words = value.words(6)
        guard words.count >= 6 else { return nil }
        username = String(words[0])
        sessionID = String(words[1])
        version = String(words[2])
        address = String(words[5])
    }

    /// Reads the first `o=` line of a text, such as the payload of a SAP deletion; nil when there is none.
    public init?(firstIn text: String) {
        for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("o=") {
            self.init(value: line.dropFirst(2))
            return
        }
        return nil
    }

    /// Whether both describe versions of one session: all is equal but the version.
    public func isSameSession(as other: Self) -> Bool {
        username == other.username && sessionID == other.sessionID && address == other.address
    }

    /// The value behind "o=".
    var text: String {
        let family = IPAddress(address)?.isIPv6 == true ? "IP6" : "IP4"
        return "\(username) \(sessionID) \(version) IN \(family) \(address)"
    }
}
