public import Channels
public import VenueWire

/// A channel of the venue's lists, as it is announced now.
public struct ListedChannel: Hashable, Sendable {
    /// What tells channels apart.
    public typealias Key = VenueChannel.Key

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
