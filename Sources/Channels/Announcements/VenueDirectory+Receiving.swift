import Bytes
import NetworkFormats
import Timing
import VenueWire

extension VenueDirectory {
    /// What an announcement changed: flows at these places may have to be named anew.
    struct Change {
        /// Where the channel is, and behind that where it was when it moved.
        var places: [VenueChannel.Place] = []
        /// Where it was when it moved.
        var formerPlace: VenueChannel.Place?
        /// Whether the Streamer began anew.
        var isNewSession = false
    }

    /// Takes an announcement and tells what it changed; `packet` is nil when the datagram is no SAP.
    mutating func receive(_ packet: SAPPacket?, _ header: DatagramHeader) -> Change? {
        counters.received &+= 1
        newestPlace = nil
        let first = AnnouncementNotes.First(moment: header.moment, source: header.source.address)
        defer {
            if header.destination == rules.endpoint { listener.heard(at: header.time, patience: listenerPatience) }
        }
        guard let packet, packet.isVenueAnnouncement else {
            countMalformed(nil, first)
            return nil
        }
        do {
            let announcement = try VenueAnnouncement(parsing: packet.payload.lent)
            newestPlace = VenueChannel.Place(announcement.channel)
            return judge(announcement, isDeletion: packet.isDeletion, header, first)
        } catch {
            switch error {
            case .invalidJSON:
                counters.invalidJSON &+= 1
                notes.invalidJSON = notes.invalidJSON ?? first
            case .version(let version):
                counters.versionMismatch &+= 1
                if notes.versionMismatch == nil { notes.version = version.map { $0.announcedShort } }
                notes.versionMismatch = notes.versionMismatch ?? first
            case .malformed(let field): countMalformed(field, first)
            }
            return nil
        }
    }

    private mutating func countMalformed(_ field: String?, _ first: AnnouncementNotes.First) {
        counters.malformed &+= 1
        guard notes.malformed == nil else { return }
        notes.malformed = first
        notes.malformedField = field
    }

    /// Classes 6 to 8.
    private mutating func judge(
        _ announcement: VenueAnnouncement, isDeletion: Bool, _ header: DatagramHeader, _ first: AnnouncementNotes.First
    ) -> Change? {
        let source = header.source.address
        let isAllowed = rules.allows(announcement.streamer.id, at: source)
        let isLicensed = rules.matches(announcement.license)
        streamerTable.heard(
            StreamerRecord(
                address: source, id: announcement.streamer.id, name: announcement.streamer.name, isAllowed: isAllowed,
                last: header.time))
        if isAllowed { heardVenue(announcement, at: header.time) }
        if !isAllowed {
            counters.notAllowed &+= 1
            if notes.notAllowed == nil { notes.notAllowedStreamer = announcement.streamer.short }
            notes.notAllowed = notes.notAllowed ?? first
        } else if !isLicensed {
            counters.licenseMismatch &+= 1
            if notes.licenseMismatch == nil { notes.license = announcement.license.short }
            notes.licenseMismatch = notes.licenseMismatch ?? first
        } else {
            notes.accepted = notes.accepted ?? first
            expectedPeriodMs = max(rules.periodMs, announcement.periodMs)
        }
        var record = VenueChannel(
            source: source, announcement: announcement, isAllowed: isAllowed, isLicensed: isLicensed,
            first: header.moment, last: header.moment, number: nextNumber, watch: SilenceRule())
        guard let slot = slotsByKey[record.key], let known = slots[slot] else {
            return isDeletion ? nil : add(record)
        }
        if isDeletion { return remove(slot, .deleted, at: header.moment) }
        record.first = known.first
        record.number = known.number
        record.watch = known.watch
        return replace(known, with: record, in: slot)
    }

    private mutating func add(_ new: VenueChannel) -> Change? {
        guard new.isListed ? listedCount < Self.channelLimit : refusedCount < Self.refusedLimit,
            slotsByPlace[new.place, default: []].count < Self.placeLimit
        else {
            if new.isListed { counters.beyondLimit &+= 1 }
            return nil
        }
        var record = new
        nextNumber += 1
        watchFlow(of: &record, from: record.first.time)
        let slot = freeSlots.popLast() ?? slots.count
        if slot == slots.count { slots.append(record) } else { slots[slot] = record }
        slotsByKey[record.key] = slot
        slotsByPlace[record.place, default: []].append(slot)
        count(record, by: 1)
        if record.isListed {
            counters.channelsAdded &+= 1
            log.append(.added, record, at: record.first)
        }
        nextExpiry = min(nextExpiry, record.expiry)
        revision &+= 1
        return Change(places: [record.place])
    }

    private mutating func replace(_ old: VenueChannel, with new: VenueChannel, in slot: Int) -> Change? {
        var record = new
        slots[slot] = record
        nextExpiry = min(nextExpiry, record.expiry)
        var before = old.announcement
        before.sequence = new.announcement.sequence
        guard before != new.announcement || old.isListed != new.isListed || old.isAllowed != new.isAllowed else {
            return nil
        }
        count(old, by: -1)
        count(record, by: 1)
        if record.isListed, !old.isListed { counters.channelsAdded &+= 1 }
        if record.isListed, !old.isListed || old.place != record.place {
            watchFlow(of: &record, from: record.last.time)
            slots[slot] = record
        }
        if old.isListed, !record.isListed { prune(old, .refused, at: record.last) }
        if record.isListed { log.append(old.isListed ? .changed : .added, record, at: record.last) }
        var change = Change(
            places: [record.place], isNewSession: before.sessionID != new.announcement.sessionID)
        if old.place != record.place {
            move(slot, from: old.place, to: record.place)
            change.places.append(old.place)
            change.formerPlace = old.place
        }
        revision &+= 1
        return change
    }

    /// How long the announcements' group must be silent before it is joined anew.
    private var listenerPatience: StreamDuration {
        max(
            StreamDuration(milliseconds: Int64(expectedPeriodMs)) * Self.listenerPeriods, Self.leastListenerPatience)
    }
    private static let listenerPeriods: Int64 = 5
    private static let leastListenerPatience = StreamDuration(seconds: 5)
}

extension VenueAnnouncement.Streamer {
    fileprivate var short: Self { Self(id: id.announcedShort, name: name.announcedShort) }
}

extension VenueAnnouncement.License {
    fileprivate var short: Self {
        Self(
            venueName: venueName.announcedShort, contentOwner: contentOwner.announcedShort,
            appDeveloper: appDeveloper.announcedShort)
    }
}

extension String {
    /// As much of a text as a note keeps.
    var announcedShort: String { String(String.UnicodeScalarView(unicodeScalars.prefix(64))) }
}
