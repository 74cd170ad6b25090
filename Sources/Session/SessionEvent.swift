public import Pipeline
public import Playback
public import Quality
public import VenueRuntime
public import VenueWire

/// Something that a session tells whoever listens, in order.
public enum SessionEvent: Sendable {
    /// The list of the channels of a kind, in the order of their first announcements, after a change.
    case channelList(ChannelKind, [ListedChannel])
    /// The service went up or down, or is down for other reasons.
    case serviceState(ServiceState)
    /// The device entered or left the venue.
    case venueConnection(Bool)
    /// A message of a data channel.
    case data(ListedChannel, KeptMessage)
    /// A file is complete, checked, and lies on the disk.
    case file(ListedChannel, StoredFile)
    /// Something changed about a player.
    case player(Int, PlayerChange)
}
