public import Channels
import NetworkFormats
import PacketIO
public import Pipeline
public import Quality
public import Timing

/// What a venue announces at one moment, for whoever follows its list.
public struct AnnouncedVenue: Sendable {
    /// Stream time now; nil before the first datagram.
    public var now: StreamTime?
    /// The classes of announcements, and what became of channels.
    public var counters: AnnouncementCounters
    /// The changes of the list since the one that was named; nil when the list has to be looked at whole.
    public var changes: [ListChange]?
    /// The whole list, in the order of first announcements, where changes alone do not tell it.
    public var list: [VenueChannel]
    /// The number of the newest change.
    public var changeCount: UInt64
    /// Whether an announcement of our venue is fresh.
    public var isInside: Bool
    /// Whether the venue was left for now.
    public var isPaused: Bool
}

extension LiveVenue {
    /// The first instant of stream time that was told; nil before the first datagram.
    public var firstTime: StreamTime? { state.withLock { $0.first } }

    /// How announcements fell into classes, and what became of channels.
    public var announcementCounters: AnnouncementCounters { state.withLock { $0.engine.venue.counters } }

    /// What is announced now, up to the last turn.
    public var venueDirectory: VenueDirectory { state.withLock { $0.engine.venue } }

    /// Rises with every change of what is announced.
    public var venueRevision: UInt64 { state.withLock { $0.engine.venue.revision } }

    /// The Streamers that were heard, in the order of their first announcements.
    public var streamers: [StreamerRecord] { state.withLock { $0.engine.venue.streamers } }

    /// What is announced now and what of the list changed behind the change called `number`; nil for all of the list.
    ///
    /// It costs next to nothing as long as nothing changes.
    public func announced(after number: UInt64?) -> AnnouncedVenue {
        state.withLock { state in
            let venue = state.engine.venue
            let now = state.now
            let changes = number.flatMap { venue.changes(after: $0) }.map(Array.init)
            return AnnouncedVenue(
                now: now, counters: venue.counters, changes: changes, list: changes == nil ? venue.listed : [],
                changeCount: venue.changeCount, isInside: now.map { venue.isInside(at: $0) } ?? false,
                isPaused: state.isPaused)
        }
    }

    /// The index of the channel that an announcement means, or meant as long as it came; nil while none of its datagrams came.
    public func channel(announcedAs key: VenueChannel.Key) -> Int32? {
        state.withLock { $0.engine.channel(announcedAs: key) }
    }

    /// The index of the channel with these twelve digits; nil when there is none.
    public func channel(withID id: String) -> Int32? { state.withLock { $0.engine.channel(withID: id) } }

    /// What the venue says, or said last, of a channel; nil when it never named it.
    public func announcement(of channel: Int32) -> ChannelAnnouncement? {
        state.withLock { $0.engine.announcement(of: channel) }
    }

    /// One channel's numbers up to the last turn; nil for an index that no channel has.
    public func channelSnapshot(of channel: Int32) -> ChannelSnapshot? {
        state.withLock { $0.engine.snapshot(of: channel) }
    }

    /// One channel's link indicator, and stream time; nil for an index that no channel has.
    public func link(of channel: Int32) -> (link: LinkIndicator, now: StreamTime)? {
        state.withLock { state in state.engine.link(of: channel).map { ($0, state.engine.now.time) } }
    }
}
