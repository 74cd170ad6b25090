/// An entity tag (RFC 9110, section 8.8.3).
struct EntityTag: Equatable {
    /// What stands between the quotation marks.
    var opaque: Substring
    var isWeak: Bool

    /// Reads one tag that is all of `text`; nil when it is none.
    init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        self.init(parsing: &rest)
        guard rest.isEmpty else { return nil }
    }

    private init?(parsing rest: inout Substring) {
        isWeak = rest.hasPrefix("W/")
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
        opaque = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
    }

    /// The tags of a list; what is no tag ends it.
    static func list(_ text: String) -> [EntityTag] {
        var rest = Substring(text)
        var tags: [EntityTag] = []
        while true {
            rest = rest.drop { $0 == " " || $0 == "," || $0 == "\t" }
            guard let tag = EntityTag(parsing: &rest) else { return tags }
            tags.append(tag)
        }
    }

    func equals(_ other: EntityTag, strongly: Bool) -> Bool {
        opaque == other.opaque && !(strongly && (isWeak || other.isWeak))
    }
}
