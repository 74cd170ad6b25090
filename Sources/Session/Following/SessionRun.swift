import Channels
import DeviceLink
import Dispatch
import PacketIO
import VenueRuntime

/// A session from its start to its end: the venue, and what follows it.
final class SessionRun: Sendable {
    /// What one look at a time changes.
    struct State: Sendable {
        var lists = ListFollower()
        var objects = ObjectFollower()
        /// Whether the venue was left for now.
        var isPaused = false
    }

    /// What is to be ended.
    private struct Following {
        var timer: (any DispatchSourceTimer)?
        var link: (any LinkFollowing)?
        var turns: Int?
        /// Whether the run was ended, maybe before it began.
        var isOver = false
    }

    /// How often the venue is looked at.
    static let interval = DispatchTimeInterval.milliseconds(50)

    /// Tells runs apart.
    let number: UInt64
    /// The venue.
    let venue: LiveVenue
    /// Whether the session made the venue, and stops it.
    let isMade: Bool
    /// Tells the Reporter how the session is doing.
    let uploader: StatisticsUploader
    /// What had been counted of announcements when the session started.
    let start: AnnouncementCounters
    /// One look at a time.
    let state = Guarded(State())
    /// The link as it was told last, and how often it was told.
    private let link: Guarded<(status: LinkStatus, count: Int)>
    private let following = Guarded(Following())

    init(_ number: UInt64, _ venue: LiveVenue, isMade: Bool, link: LinkStatus, _ uploader: StatisticsUploader) {
        self.number = number
        self.venue = venue
        self.isMade = isMade
        self.uploader = uploader
        self.link = Guarded((link, 0))
        start = venue.announcementCounters
    }

    /// Whether the device is connected, as it was told last.
    var linkStatus: LinkStatus { link.withLock { $0.status } }

    /// Begins to look at the venue, unless the run was ended already.
    ///
    /// `look` is called on the session's own thread, on the reading thread of a capture that is read without pause, and on
    /// whichever thread tells of the link.
    func begin(_ source: any LinkSource, _ look: @escaping @Sendable () -> Void) {
        let link = source.follow { [link] status in
            link.withLock { $0 = (status, $0.count + 1) }
            look()
        }
        // It may have changed just before it was followed.
        let status = source.status
        self.link.withLock { if $0.count == 0 { $0.status = status } }
        let turns = venue.followTurns(look)
        let isOver = following.withLock { following in
            if following.isOver { return true }
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "session"))
            timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(10))
            timer.setEventHandler(handler: look)
            timer.activate()
            following = Following(timer: timer, link: link, turns: turns)
            return false
        }
        if isOver {
            link.cancel()
            return venue.forgetTurns(turns)
        }
        uploader.start()
    }

    /// Looks no more; what is on its way still comes.
    func end() {
        let (link, turns) = following.withLock { following in
            following.timer?.cancel()
            defer { following = Following(isOver: true) }
            return (following.link, following.turns)
        }
        link?.cancel()
        if let turns { venue.forgetTurns(turns) }
    }

    /// Stops the venue if the session made it, and removes the files that it brought.
    func stopVenue() {
        guard isMade else { return }
        venue.stop()
        venue.files?.stop()
        venue.files?.removeAll()
    }
}
