public import NetworkFormats
public import VenueWire

/// A channel of the venue's lists, as it is announced now.
public struct ListedChannel: Hashable, Sendable {
    /// What tells channels apart: another source, Streamer, kind or number is another channel (definitions C8).
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

    /// What tells it from others.
    public var key: Key
    /// The newest announcement; its sequence number is 0, so that equal channels compare equal.
    public var announcement: VenueAnnouncement

    /// A channel as it is announced.
    public init(key: Key, announcement: VenueAnnouncement) {
        self.key = key
        self.announcement = announcement
        self.announcement.sequence = 0
    }

    /// What it carries.
    public var kind: ChannelKind { key.kind }
    /// What people call it.
    public var name: String { announcement.channel.name }
}
