public import NetworkFormats
public import VenueWire

/// What the venue says, or said last, of a channel whose datagrams arrive.
public struct ChannelAnnouncement: Hashable, Sendable {
    /// The announcement; its sequence number is 0.
    public var announcement: VenueAnnouncement
    /// Who announced it.
    public var source: IPAddress
    /// Whether its Streamer is heard and its field of use is ours (definitions C7).
    public var isLicensed: Bool
    /// Whether it is announced still; a channel that was pruned keeps its name.
    public var isCurrent: Bool

    /// What tells the announced channel from others.
    public var key: VenueChannel.Key {
        VenueChannel.Key(
            source: source, streamerID: announcement.streamer.id, kind: announcement.channel.kind,
            sessionNumber: announcement.channel.sessionNumber)
    }
}
