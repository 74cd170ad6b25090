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
    private let link: Guarded<LinkStatus>
    private let following = Guarded(Following())

    init(_ number: UInt64, _ venue: LiveVenue, isMade: Bool, link: LinkStatus, _ uploader: StatisticsUploader) {
        self.number = number
        self.venue = venue
        self.isMade = isMade
        self.uploader = uploader
        self.link = Guarded(link)
        start = venue.announcementCounters
    }

    /// Whether the device is connected, as it was told last.
    var linkStatus: LinkStatus { link.withLock { $0 } }

    /// Begins to look at the venue: `look` is called on the session's own thread, on the reading thread of a capture that is
    /// read without pause, and on whichever thread tells of the link.
    func begin(_ source: any LinkSource, _ look: @escaping @Sendable () -> Void) {
        let link = source.follow { [link] status in
            link.withLock { $0 = status }
            look()
        }
        let turns = venue.followTurns(look)
        following.withLock { following in
            let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "session"))
            timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(10))
            timer.setEventHandler(handler: look)
            timer.activate()
            following = Following(timer: timer, link: link, turns: turns)
        }
        uploader.start()
    }

    /// Looks no more; what is on its way still comes.
    func end() {
        let (link, turns) = following.withLock { following in
            following.timer?.cancel()
            defer { following = Following() }
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
