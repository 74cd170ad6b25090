public import NetworkFormats
public import Timing
public import VenueWire

/// A session that SAP announced, as far as channels need it.
public struct AnnouncedSession: Hashable, Sendable {
    /// More endpoints than this are not kept.
    public static let endpointLimit = 64
    /// More senders of one endpoint than this are not kept.
    public static let sourceLimit = 64
    /// A longer name is cut, in Unicode scalars.
    public static let nameLimit = 256

    /// Where media of the session goes.
    public struct Media: Hashable, Sendable {
        /// "video", "audio" or another word.
        public var kind: String
        /// The group and port.
        public var endpoint: Endpoint
        /// The only senders that the session wants; empty when it does not say.
        public var sources: [IPAddress]
    }

    /// Who announced it: the datagrams' source address.
    public var announcer: IPAddress
    /// The origin that the SAP header gives.
    public var origin: IPAddress
    /// The SAP message's hash.
    public var messageHash: UInt16
    /// The `o=` line.
    public var sessionOrigin: SessionOrigin
    /// The `s=` line in Unicode's normal form C; nil when there is none.
    public var name: String?
    /// Where its media goes.
    public var media: [Media]
    /// The first announcement.
    public var first: Moment
    /// The newest announcement.
    public var last: Moment
    /// How many announcements came.
    public var announcements: UInt64 = 1
    /// Whether it was deleted, has timed out or is over; it still names the channels that it named.
    public var isOver = false
    /// When it ends by itself, in seconds since 1900; 0 when it does not say.
    var stop: UInt64

    /// Reads what channels need out of a description.
    init(_ session: SessionDescription, _ packet: SAPPacket, _ header: DatagramHeader) {
        announcer = header.source.address
        origin = packet.origin
        messageHash = packet.messageHash
        sessionOrigin = session.origin
        let name = String(String.UnicodeScalarView(session.name.unicodeScalars.prefix(Self.nameLimit)))
        self.name = name.isEmpty ? nil : name.normalFormC
        media = Self.media(of: session)
        first = header.moment
        last = header.moment
        stop = session.stop
    }

    private static func media(of session: SessionDescription) -> [Media] {
        var found: [Media] = []
        let common = session.sourceFilters
        for section in session.media where session.direction(of: section) != .inactive {
            let filters = (section.sourceFilters + common).filter(\.isInclusive)
            for endpoint in session.endpoints(of: section) {
                guard found.count < endpointLimit else { return found }
                let fitting = filters.filter { $0.group == nil || $0.group == endpoint.address }
                found.append(
                    Media(
                        kind: String(section.kind.unicodeScalars.prefix(nameLimit)), endpoint: endpoint,
                        sources: Array(fitting.lazy.flatMap(\.sources).prefix(sourceLimit))))
            }
        }
        return found
    }

    /// Announcements whose interval is known only from this many on.
    private static let learningCount: UInt64 = 6
    /// The smallest interval of RFC 2974, section 3.1, taken until the real one is known.
    private static let usualPeriod = StreamDuration(seconds: 300)
    private static let leastPatience = StreamDuration(seconds: 60)
    private static let missedPeriods: Int64 = 10

    /// The announcements' mean interval; nil before the sixth.
    public var period: StreamDuration? {
        guard announcements >= Self.learningCount else { return nil }
        let span = last.time - first.time
        return StreamDuration(nanoseconds: span.nanoseconds / Int64(clamping: announcements - 1))
    }

    /// When it is over unless it is announced again: after ten periods, at least 60 s, or at its own end.
    var expiry: StreamTime {
        let patience = max((period ?? Self.usualPeriod) * Self.missedPeriods, Self.leastPatience)
        let silent = last.time + patience
        // NTP counts from 1900, stream time from 1970.
        guard stop > 2_208_988_800, stop < 1 << 33 else { return silent }
        return min(silent, StreamTime(nanoseconds: Int64(stop - 2_208_988_800) * 1_000_000_000))
    }
}
