public import Channels
import NetworkFormats
public import Pipeline
import VenueWire

extension AnnouncementsReport {
    /// The venue's announcements as far as `venue` heard them.
    init(_ venue: VenueSnapshot) {
        let (counters, notes) = (venue.venue.counters, venue.venue.notes)
        self.init()
        received = Int(clamping: counters.received)
        malformed = Class(
            counters.malformed, notes.malformed, notes.malformedField.map { "\"\($0)\" is missing or cannot be meant" })
        invalidJSON = Class(counters.invalidJSON, notes.invalidJSON)
        versionMismatch = Class(
            counters.versionMismatch, notes.versionMismatch,
            notes.versionMismatch.map { _ in notes.version.map { "version \"\($0)\"" } ?? "no version" })
        notAllowed = Class(
            counters.notAllowed, notes.notAllowed, notes.notAllowedStreamer.map { "Streamer \"\($0.id)\"" })
        licenseMismatch = Class(
            counters.licenseMismatch, notes.licenseMismatch,
            notes.license.map { "\"\($0.venueName)\", \"\($0.contentOwner)\", \"\($0.appDeveloper)\"" })
        channelsAdded = Int(clamping: counters.channelsAdded)
        channelsPruned = Int(clamping: counters.channelsPruned)
        listenerRestarts = Int(clamping: counters.listenerRestarts)
        flowRestarts = Int(clamping: counters.flowRestarts)
        isLicenseUnset = counters.received > 0 && venue.venue.rules.license == nil
        beyondLimit = Int(clamping: counters.beyondLimit)
        let ids = Self.ids(of: venue)
        let listed = venue.venue.channels.filter(\.isListed).map(\.announcement.channel)
        silent = listed.filter { ids[Key($0)] == nil }.map {
            SAPReport.SilentSession(name: $0.name, endpoint: $0.destination)
        }
        pruned = notes.pruned.map { Pruned($0, channel: ids[Key($0.channel)]) }
        crowded = Self.usualCounts.compactMap { kind, usual in
            let count = listed.count { $0.kind == kind }
            return count > usual ? CountedReason(kind.rawValue, count) : nil
        }
    }

    /// How many channels of a kind an application expects at most (SDK semantics 3.19).
    static let usualCounts: [(kind: ChannelKind, count: Int)] = [(.video, 4), (.data, 4), (.file, 1)]

    /// What an announcement and the flow that it names have in common.
    private struct Key: Hashable {
        var kind: ChannelKind
        var number: UInt32
        var destination: Endpoint

        init(_ channel: AnnouncedChannel) {
            kind = channel.kind
            number = channel.sessionNumber
            destination = channel.destination
        }
    }

    private static func ids(of venue: VenueSnapshot) -> [Key: String] {
        let named = venue.channels.compactMap { channel in
            venue.announcement(of: channel.identity.index).map {
                (Key($0.announcement.channel), channel.identity.id)
            }
        }
        return Dictionary(named) { first, _ in first }
    }
}

extension AnnouncementsReport.Class {
    fileprivate init(_ count: UInt64, _ first: AnnouncementNotes.First?, _ detail: String? = nil) {
        self.init(Int(clamping: count), first: Occurrence(first?.moment), source: first?.source, detail: detail)
    }
}

extension AnnouncementsReport.Pruned {
    fileprivate init(_ pruned: PrunedChannel, channel: String?) {
        let reason =
            switch pruned.reason {
            case .silent: "it was not announced for ten of its periods"
            case .deleted: "its Streamer withdrew it"
            case .refused: "its announcement is no longer for this field of use, or its Streamer not allowed"
            case .left: "its group was left, as the link went down or the app to the background"
            }
        self.init(
            name: pruned.channel.name, channel: channel, reason: reason, isWithdrawn: pruned.reason == .deleted,
            moment: Occurrence(time: pruned.moment.time, frame: pruned.moment.ordinal))
    }
}

extension StreamerReport {
    /// The Streamers by address and id.
    public static func all(of venue: VenueSnapshot) -> [Self] {
        venue.venue.streamers.sorted { ($0.address, $0.id) < ($1.address, $1.id) }.map {
            Self(address: $0.address, id: $0.id, name: $0.name, isAllowed: $0.isAllowed)
        }
    }
}

extension VenueSnapshot {
    /// What the venue says of a channel; nil when it never named it.
    public func announcement(of channel: Int32) -> ChannelAnnouncement? {
        announcements.indices.contains(Int(channel)) ? announcements[Int(channel)] : nil
    }
}
