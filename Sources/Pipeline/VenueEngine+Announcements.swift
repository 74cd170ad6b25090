public import Channels
public import NetworkFormats
public import Quality
import Timing

extension VenueEngine {
    /// Groups that wait to be joined anew; nobody asks for them when a capture is read.
    static var restartLimit: Int { 64 }

    /// What the venue announces.
    public var venue: VenueDirectory { front.classifier.venue }

    /// The groups that a listener is to leave and join anew because they are silent (SDK semantics 3.7), each once.
    public mutating func takeRestarts() -> [IPAddress] {
        defer { restarts.removeAll() }
        return restarts
    }

    /// Judges what is announced by other rules from now on.
    public mutating func set(_ rules: AnnouncementRules) {
        front.classifier.set(rules, at: front.moment, into: &front.events)
        applyEvents()
    }

    /// The listener goes away, as when its link goes down: the list empties, no group waits to be joined anew, and what is
    /// missed until something is heard again counts as no loss.
    ///
    /// Histories and counters stay.
    public mutating func leaveVenue() {
        front.classifier.leaveVenue(at: front.moment, into: &front.events)
        applyEvents()
        restarts.removeAll()
        group.leave(at: front.moment, into: &output)
    }

    /// Stream time now.
    public var now: Moment { front.moment }

    /// The channel that an announcement means, or meant as long as it came; nil while none of its datagrams came.
    public func channel(announcedAs key: VenueChannel.Key) -> Int32? {
        front.classifier.channel(announcedAs: key)
    }

    /// The channel with these twelve digits; nil when there is none.
    public func channel(withID id: String) -> Int32? { group.index(of: id) }

    /// One channel's numbers now; nil for an index that no channel has.
    public func snapshot(of channel: Int32) -> ChannelSnapshot? {
        channel >= 0 && Int(channel) < group.count ? group.snapshot(of: channel) : nil
    }

    /// One channel's link indicator now; nil for an index that no channel has.
    public func link(of channel: Int32) -> LinkIndicator? {
        channel >= 0 && Int(channel) < group.count ? group.engine(channel)?.link : nil
    }

    /// What the venue says, or said last, of a channel; nil when it never named it.
    public func announcement(of channel: Int32) -> ChannelAnnouncement? {
        let known = front.classifier.announcements
        return channel >= 0 && Int(channel) < known.count ? known[Int(channel)] : nil
    }

    /// Tells which groups are silent too long at a tick.
    mutating func collectRestarts(at tick: StreamTime) {
        let isWholeSecond = tick.nanoseconds % 1_000_000_000 == 0
        let group = group
        let groups = front.classifier.restarts(at: tick, isWholeSecond: isWholeSecond) {
            group.arrivalTime(of: $0)
        }
        for address in groups where restarts.count < Self.restartLimit && !restarts.contains(address) {
            restarts.append(address)
        }
    }
}
