import Channels
import NetworkFormats
import PacketIO
import Pipeline
public import Quality
import Timing
import VenueRuntime
import VenueWire

extension SessionRun {
    /// What was counted of announcements since the session started.
    var counters: AnnouncementCounters { venue.announcementCounters.since(start) }
}

extension VenueSession {
    /// The statistics, those of the session's keys for the player that was opened last.
    public var statistics: SessionStatistics {
        var statistics = SessionStatistics()
        if let session = players.withLock({ $0.newest }) {
            statistics = session.closed ?? numbers(of: session)
        }
        write(into: &statistics)
        return statistics
    }

    /// The statistics of one channel since its first packet (definitions D11); nil for an index that no channel has.
    public func statistics(ofChannel index: Int32) -> SessionStatistics? {
        guard let venue, let snapshot = venue.channelSnapshot(of: index) else { return nil }
        var statistics = SessionStatistics()
        ChannelNumbers(snapshot).write(into: &statistics, since: ChannelNumbers())
        let now = venue.health.now
        if let first = snapshot.first?.time, let now { statistics[.sessionUptime] = Self.wholeSeconds(now - first) }
        name(&statistics, index, venue)
        write(into: &statistics)
        return statistics
    }

    /// What a session has counted up to now.
    func numbers(of session: PlayedSession) -> SessionStatistics {
        var statistics = SessionStatistics()
        statistics.sessionID = session.sessionID
        statistics.sessionTitle = session.title
        guard let venue = playedVenue else { return statistics }
        if let now = venue.health.now, let opened = session.opened ?? venue.firstTime {
            statistics[.sessionUptime] = Self.wholeSeconds(now - opened)
        }
        guard let index = channelIndex(of: session.channel, in: venue) else { return statistics }
        if let snapshot = venue.channelSnapshot(of: index) {
            ChannelNumbers(snapshot).write(into: &statistics, since: session.start)
        }
        name(&statistics, index, venue)
        return statistics
    }

    private static func wholeSeconds(_ duration: StreamDuration) -> Int {
        max(0, Int(duration.nanoseconds / 1_000_000_000))
    }

    private func name(_ statistics: inout SessionStatistics, _ index: Int32, _ venue: LiveVenue) {
        guard let announcement = venue.announcement(of: index)?.announcement else { return }
        statistics.sessionID = announcement.sessionID
        statistics.sessionTitle = announcement.title
    }

    /// Writes the keys that count since the start, whatever is played.
    private func write(into statistics: inout SessionStatistics) {
        let run = lastingRun
        let counted = run?.counters ?? life.withLock { $0.counted }
        let uploads = run?.uploader.counts ?? life.withLock { $0.uploads }
        let keys: [(StatKey, UInt64)] = [
            (.announcementsReceived, counted.received), (.announcementsMalformed, counted.malformed),
            (.invalidJSONAnnouncements, counted.invalidJSON),
            (.versionMismatchAnnouncements, counted.versionMismatch),
            (.announcementsNotAllowed, counted.notAllowed),
            (.licenseMismatchAnnouncements, counted.licenseMismatch), (.channelsAdded, counted.channelsAdded),
            (.channelsPruned, counted.channelsPruned), (.listenerIGMPRestarts, counted.listenerRestarts),
        ]
        for (key, count) in keys { statistics[key] = Int(clamping: count) }
        statistics[.uploadAttempts] = uploads.attempts
        statistics[.uploadSuccesses] = uploads.successes
        statistics[.uploadFailures] = uploads.failures
    }
}

extension AnnouncementCounters {
    /// What was counted behind `start`, of the counters that statistics have.
    fileprivate func since(_ start: Self) -> Self {
        var counted = Self()
        let paths: [WritableKeyPath<Self, UInt64>] = [
            \.received, \.malformed, \.invalidJSON, \.versionMismatch, \.notAllowed, \.licenseMismatch,
            \.channelsAdded, \.channelsPruned, \.listenerRestarts,
        ]
        for path in paths { counted[keyPath: path] = self[keyPath: path] &- start[keyPath: path] }
        return counted
    }
}
