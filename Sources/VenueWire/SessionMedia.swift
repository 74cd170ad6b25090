import NetworkFormats

/// An `m=` line and the lines under it (RFC 8866, 5.14).
public struct SessionMedia: Hashable, Sendable {
    /// More endpoints than this are not listed.
    public static let endpointLimit = 64

    /// "video", "audio", "application" or another word.
    public var kind: String
    /// The first port; 0 when the media is refused.
    public var port: UInt16
    /// How many ports, or with RTP pairs of ports, follow each other; at least 1.
    public var portCount: Int
    /// "RTP/AVP", "udp" or another protocol.
    public var transport: String
    /// The formats: payload types in the case of RTP.
    public var formats: [String]
    /// The `i=` line, a title for people.
    public var title: String?
    /// The `c=` lines of this section; when empty, the session's counts.
    public var connections: [SessionConnection] = []
    /// The `b=` lines: modifier and number, kbit/s but for TIAS, which is bit/s (RFC 3890).
    public var bandwidths: [SessionBandwidth] = []
    /// The `a=` lines in order.
    public var attributes: [SessionAttribute] = []

    /// A media section without further lines.
    public init(kind: String, port: UInt16, portCount: Int = 1, transport: String, formats: [String]) {
        self.kind = kind
        self.port = port
        self.portCount = portCount
        self.transport = transport
        self.formats = formats
    }

    /// Reads the value behind "m=", such as "video 49170/2 RTP/AVP 31"; nil when it is not one.
    init?(value: Substring) {
        let words = value.words(3 + Self.endpointLimit)
        guard words.count >= 3 else { return nil }
        let ports = words[1].split(separator: "/")
        guard (1...2).contains(ports.count), let port = UInt16(ports[0]) else { return nil }
        self.init(
            kind: String(words[0]), port: port, transport: String(words[2]),
            formats: words.dropFirst(3).map(String.init))
        guard ports.count == 2 else { return }
        guard let count = Int(ports[1]), count >= 1 else { return nil }
        portCount = min(count, Self.endpointLimit)
    }

    /// Whether it is carried by RTP, so that every second port is RTCP's.
    public var isRTP: Bool { transport.uppercased().contains("RTP/") }

    /// The encoding names of `a=rtpmap` by payload type, such as 33 → "MP2T/90000".
    public var payloadNames: [(payloadType: UInt8, encoding: String)] {
        attributes.compactMap { attribute in
            guard attribute.name == "rtpmap", let words = attribute.value?.split(separator: " "), words.count >= 2,
                let payloadType = UInt8(words[0]), payloadType < 128
            else { return nil }
            return (payloadType, String(words[1]))
        }
    }

    /// The `a=source-filter` lines of this section.
    public var sourceFilters: [SessionSourceFilter] { attributes.sourceFilters }

    /// The direction that this section names; nil leaves it to the session.
    public var direction: SessionDirection? { attributes.direction }
}

extension [SessionAttribute] {
    var sourceFilters: [SessionSourceFilter] {
        var filters: [SessionSourceFilter] = []
        for line in self where line.name == "source-filter" && filters.count < SessionSourceFilter.lineLimit {
            if let filter = SessionSourceFilter(value: line.value ?? "") { filters.append(filter) }
        }
        return filters
    }

    var direction: SessionDirection? { compactMap { SessionDirection(rawValue: $0.name) }.first }
}
