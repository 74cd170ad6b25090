import Session
import VenueWire

/// One run of the SDK, from `start` to `shutdown`.
struct SDKRun: Sendable {
    /// Counts the runs from 1.
    let number: Int
    /// Its session.
    let session: VenueSession
    /// What keeps its events coming.
    let subscription: SessionSubscription
    /// Where its files lie.
    let files: FileFolder?
}

/// What an instance of the SDK remembers.
struct SDKState: Sendable {
    /// What is configured.
    var book = ConfigurationBook()
    /// Why the configuration file cannot be used; nil when it can, or the application has configured since.
    var trouble: String?
    /// The run that was started last; its session may have ended.
    var run: SDKRun?
    /// Whether that run goes on.
    var isRunning = false
    /// Whether it is being ended: what it tells now is the last.
    var isEnding = false
    /// The newest run that a callback ended: what it told before its end is not told any more.
    var silenced = 0
    /// How many runs there were.
    var runs = 0
    /// Whether the application is in the foreground.
    var isAppActive = true
    /// The device's id, once it was asked for.
    var deviceID: String?
    /// The players by their numbers in the session.
    var players: [Int: WeakController] = [:]
    /// The players in the order in which each of them opened a channel last.
    var openings: [WeakController] = []
}

/// A view controller, as long as somebody else holds it.
struct WeakController: Sendable {
    weak let controller: SVMVideoViewController?

    init(_ controller: SVMVideoViewController?) { self.controller = controller }
}

/// What observers were told in this run; only the telling thread touches it.
struct ToldFacts: Sendable {
    /// The newest list of each kind.
    var lists: [ChannelKind: [ListedChannel]] = [:]
    /// The newest version of each file, by channel and URI.
    var files: [ListedChannel.Key: [String: Int]] = [:]
}
