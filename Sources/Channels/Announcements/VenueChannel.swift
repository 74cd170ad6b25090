public import NetworkFormats
public import VenueWire

/// A channel that the venue announces now.
public struct VenueChannel: Hashable, Sendable {
    /// What makes it this one: another source, Streamer, kind or number is another channel (definitions C8).
    public struct Key: Hashable, Sendable {
        /// Who announces it.
        public var source: IPAddress
        /// The Streamer's id.
        public var streamerID: String
        /// What it carries.
        public var kind: ChannelKind
        /// Its number.
        public var sessionNumber: UInt32

        /// States what tells a channel.
        public init(source: IPAddress, streamerID: String, kind: ChannelKind, sessionNumber: UInt32) {
            self.source = source
            self.streamerID = streamerID
            self.kind = kind
            self.sessionNumber = sessionNumber
        }
    }

    /// Where its datagrams go: what announcements and flows are matched by.
    struct Place: Hashable, Sendable {
        var destination: Endpoint
        /// The TSI of a data or file channel; nil for video.
        var session: UInt64?
    }

    /// Who announces it: the datagrams' source address.
    public var source: IPAddress
    /// The newest announcement.
    public var announcement: VenueAnnouncement
    /// Whether its Streamer is one that we hear.
    public var isAllowed: Bool
    /// Whether its field of use is ours.
    public var isLicensed: Bool
    /// The first announcement.
    public var first: Moment
    /// The newest announcement's moment.
    public var last: Moment
    /// Its place in the order of first announcements.
    public internal(set) var number: UInt64
    var watch: SilenceRule

    /// Whether it is on the list of the venue's channels: it passed every class.
    public var isListed: Bool { isAllowed && isLicensed }

    /// What tells it from others.
    public var key: Key {
        Key(
            source: source, streamerID: announcement.streamer.id, kind: announcement.channel.kind,
            sessionNumber: announcement.channel.sessionNumber)
    }

    var place: Place { Place(announcement.channel) }

    /// Whether what `sender` sends to its place is meant.
    func means(_ sender: IPAddress) -> Bool { announcement.channel.source.map { $0 == sender } ?? true }

    /// Comes before `other` where both mean the same flow: listed before refused, a named sender before any, then who
    /// was first.
    func precedes(_ other: Self) -> Bool {
        if isListed != other.isListed { return isListed }
        let (mine, theirs) = (announcement.channel.source != nil, other.announcement.channel.source != nil)
        return mine != theirs ? mine : number < other.number
    }
}

extension VenueChannel.Place {
    init(_ channel: AnnouncedChannel) {
        self.init(
            destination: channel.destination,
            session: channel.kind == .video ? nil : UInt64(channel.sessionNumber))
    }

    init(_ identity: ChannelIdentity) {
        self.init(destination: identity.destination, session: identity.transportSession)
    }
}
