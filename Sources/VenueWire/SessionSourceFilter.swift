public import NetworkFormats

/// An `a=source-filter` line: which senders a group is to be received from (RFC 4570).
public struct SessionSourceFilter: Hashable, Sendable {
    /// More filters than this in one section are passed over.
    public static let lineLimit = 64
    /// More sources than this are not kept.
    public static let sourceLimit = 64

    /// Whether only `sources` are wanted ("incl"), rather than all but these ("excl").
    public var isInclusive: Bool
    /// The group that it is about; nil for all groups of its section ("*" or a host name).
    public var group: IPAddress?
    /// The senders, host names left out.
    public var sources: [IPAddress]

    /// States a filter.
    public init(isInclusive: Bool = true, group: IPAddress?, sources: [IPAddress]) {
        self.isInclusive = isInclusive
        self.group = group
        self.sources = sources
    }

    /// Reads the attribute's value, such as " incl IN IP4 232.3.4.5 192.0.2.10"; nil when it is not one.
    public init?(value: String) {
        let words = value.words(4 + Self.sourceLimit)
        guard words.count >= 5, words[0] == "incl" || words[0] == "excl", words[1] == "IN" else { return nil }
        isInclusive = words[0] == "incl"
        group = IPAddress(String(words[3]))
        sources = words[4...].compactMap { IPAddress(String($0)) }
        guard !sources.isEmpty else { return nil }
    }
}
