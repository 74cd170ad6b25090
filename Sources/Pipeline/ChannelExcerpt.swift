public import Channels
public import Evidence
public import Protection
public import Timing

/// What arrived of a channel over a stretch, and what was announced about it: raw, as it came.
public struct ChannelExcerpt: Sendable {
    /// Who the channel is.
    public var identity: ChannelIdentity
    /// How its windows are cut; `undecided` while that is not known.
    public var scheme: ProtectionCounters.Scheme
    /// Its datagrams in order of arrival.
    public var datagrams: [ArrivedDatagram]
    /// What was announced about its flow meanwhile, and last before; oldest first.
    public var announcements: [KeptAnnouncement]
    /// Stream time when it was taken.
    public var now: StreamTime
}
