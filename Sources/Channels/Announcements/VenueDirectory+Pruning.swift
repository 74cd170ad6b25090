import NetworkFormats
import Timing
import VenueWire

extension VenueDirectory {
    /// How many of its periods a channel may be silent (SDK semantics 3.6).
    private static let missedPeriods: Int64 = 10
    private static let leastPatience = StreamDuration(seconds: 5)

    static func patience(of announcement: VenueAnnouncement) -> StreamDuration {
        max(StreamDuration(milliseconds: Int64(announcement.periodMs)) * missedPeriods, leastPatience)
    }

    /// Takes the channels off the list that were silent too long; tells where they were.
    mutating func prune(at moment: Moment) -> [VenueChannel.Place] {
        guard moment.time >= nextExpiry else { return [] }
        nextExpiry = StreamTime(nanoseconds: .max)
        var over: [(number: UInt64, slot: Int)] = []
        for (slot, record) in slots.enumerated() {
            guard let record else { continue }
            if record.expiry <= moment.time {
                over.append((record.number, slot))
            } else {
                nextExpiry = min(nextExpiry, record.expiry)
            }
        }
        over.sort { $0.number < $1.number }
        return over.flatMap { remove($0.slot, .silent, at: moment)?.places ?? [] }
    }

    /// Judges everything anew by other rules; tells where flows may have to be named anew.
    mutating func set(_ rules: AnnouncementRules, at moment: Moment) -> [VenueChannel.Place] {
        guard rules != self.rules else { return [] }
        // What was heard elsewhere says nothing about the new group.
        if rules.endpoint != self.rules.endpoint { listener = SilenceRule() }
        self.rules = rules
        expectedPeriodMs = rules.periodMs
        streamerTable.judge(by: rules)
        var places: [VenueChannel.Place] = []
        for record in channels {
            guard let slot = slotsByKey[record.key] else { continue }
            var judged = record
            judged.isAllowed = rules.allows(record.announcement.streamer.id, at: record.source)
            judged.isLicensed = rules.matches(record.announcement.license)
            slots[slot] = judged
            guard judged.isListed != record.isListed else { continue }
            count(record, by: -1)
            count(judged, by: 1)
            if judged.isListed {
                counters.channelsAdded &+= 1
                watchFlow(of: &judged, from: moment.time)
                slots[slot] = judged
                log.append(.added, judged, at: moment)
            } else {
                prune(record, .refused, at: moment)
            }
            places.append(record.place)
        }
        judgeVenue()
        revision &+= 1
        return places
    }

    mutating func remove(_ slot: Int, _ reason: PrunedChannel.Reason, at moment: Moment) -> Change? {
        guard let record = slots[slot] else { return nil }
        slots[slot] = nil
        freeSlots.append(slot)
        slotsByKey[record.key] = nil
        leave(slot, record.place)
        count(record, by: -1)
        if record.isListed { prune(record, reason, at: moment) }
        revision &+= 1
        return Change(places: [record.place])
    }

    mutating func prune(_ record: VenueChannel, _ reason: PrunedChannel.Reason, at moment: Moment) {
        counters.channelsPruned &+= 1
        notes.add(PrunedChannel(channel: record.announcement.channel, reason: reason, moment: moment))
        log.append(.removed, record, at: moment)
    }

    mutating func move(_ slot: Int, from old: VenueChannel.Place, to new: VenueChannel.Place) {
        leave(slot, old)
        // A record without a place names no flow; where so many channels claim one place, nobody can tell which it is.
        if slotsByPlace[new, default: []].count < Self.placeLimit { slotsByPlace[new, default: []].append(slot) }
    }

    mutating func count(_ record: VenueChannel, by step: Int) {
        if record.isListed { listedCount += step } else { refusedCount += step }
    }

    private mutating func leave(_ slot: Int, _ place: VenueChannel.Place) {
        slotsByPlace[place]?.removeAll { $0 == slot }
        if slotsByPlace[place]?.isEmpty == true { slotsByPlace[place] = nil }
    }
}

extension VenueChannel {
    /// When it leaves the list unless it is announced again.
    var expiry: StreamTime { last.time + VenueDirectory.patience(of: announcement) }
}
