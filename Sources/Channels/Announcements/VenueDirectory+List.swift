import NetworkFormats
public import Timing
import VenueWire

extension VenueDirectory {
    /// The channels on the list: those that are for us, in the order of first announcements.
    public var listed: [VenueChannel] { channels.filter(\.isListed) }

    /// The number of the newest change of the list; 0 before the first.
    public var changeCount: UInt64 { log.count }

    /// The changes of the list behind the one called `number`, oldest first; nil when some of them are no longer kept.
    public func changes(after number: UInt64) -> ArraySlice<ListChange>? { log.after(number) }

    /// Whether an announcement of our venue, by a Streamer that is heard, is fresh at `time` (SDK semantics 3.12).
    ///
    /// Each stays fresh as long as its channel would stay on the list; deletions count, and so do channels of other owners and
    /// applications.
    public func isInside(at time: StreamTime) -> Bool { insideUntil.map { time < $0 } ?? false }

    /// Takes note of an announcement that passed classes 1 to 6.
    mutating func heardVenue(_ announcement: VenueAnnouncement, at time: StreamTime) {
        guard isOurVenue(announcement.license) else { return }
        let expiry = time + Self.patience(of: announcement)
        insideUntil = max(insideUntil ?? expiry, expiry)
    }

    /// Judges by other rules whether we are inside, from what is announced now.
    mutating func judgeVenue() {
        insideUntil = slots.compactMap(\.self).filter { $0.isAllowed && isOurVenue($0.announcement.license) }
            .map(\.expiry).max()
    }

    private func isOurVenue(_ license: VenueAnnouncement.License) -> Bool {
        guard let ours = rules.license else { return true }
        return !ours.venueName.isEmpty && license.venueName == ours.venueName
    }

    /// The listener goes away: every channel leaves the list and nothing is waited for until something is heard again.
    mutating func leave(at moment: Moment) -> [VenueChannel.Place] {
        listener = SilenceRule()
        nextFlowLook = StreamTime(nanoseconds: .max)
        insideUntil = nil
        let known = channels.compactMap { slotsByKey[$0.key] }
        return known.flatMap { remove($0, .left, at: moment)?.places ?? [] }
    }
}
