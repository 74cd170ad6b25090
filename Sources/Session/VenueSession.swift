public import Channels
public import DeviceLink
import Dispatch
import ObjectDelivery
import PacketIO
import Playback
public import Quality
public import VenueRuntime
public import VenueSettings
public import VenueWire

/// A device's session with a venue: which channels there are for it, whether the service is up, whether it is inside, and what
/// it counts.
///
/// The SDK and the server's answers are made of it. Events are told on one serial queue of the session, in order and outside all locks. Every method may be called from what
/// is told.
public final class VenueSession: Sendable {
    /// What a session is doing.
    enum Phase: Sendable {
        case stopped
        /// It is being started; whether it is to be stopped at once.
        case starting(isUnwanted: Bool)
        case running(SessionRun)
        /// Its players are closed and its venue stops.
        case stopping(SessionRun)
    }

    struct Life: Sendable {
        var phase = Phase.stopped
        var configuration: VenueConfiguration
        var isInBackground = false
        /// Counts the runs.
        var runs: UInt64 = 0
        /// What the last run had counted of announcements and uploads when it ended.
        var counted = AnnouncementCounters()
        var uploads = UploadCounts()
        /// The ids by which players know channels: they stay although a channel is heard only later.
        var ids: [ListedChannel.Key: String] = [:]
        /// The same the other way round.
        var keys: [String: ListedChannel.Key] = [:]
    }

    let options: SessionOptions
    let life: Guarded<Life>
    let line = EventLine()
    let players = Guarded(PlayerTable())
    /// Where players are told that their channel is gone: they wait for threads of their own.
    let invalidating = DispatchQueue(label: "session players")
    let ending = DispatchGroup()

    /// A session that has not started.
    public init(_ options: SessionOptions) {
        self.options = options
        life = Guarded(Life(configuration: options.configuration))
    }

    deinit {
        guard let run else { return }
        run.end()
        for (_, player) in players.withLock({ $0.all }) { player.close() }
        run.stopVenue()
    }

    /// The run; nil while none is.
    var run: SessionRun? {
        life.withLock { life in
            if case .running(let run) = life.phase { run } else { nil }
        }
    }

    /// The run until its end: it is there while players are closed and the last statistics go out.
    var lastingRun: SessionRun? {
        life.withLock { life in
            switch life.phase {
            case .running(let run), .stopping(let run): run
            case .stopped, .starting: nil
            }
        }
    }

    /// The venue that players know.
    var playedVenue: LiveVenue? { lastingRun?.venue }

    /// Whether it was started and not stopped; it is while the link is down.
    public var isRunning: Bool { run != nil }

    /// The venue while it runs.
    public var venue: LiveVenue? { run?.venue }

    /// Everything that is configured.
    public var configuration: VenueConfiguration { life.withLock { $0.configuration } }

    /// The channels of a kind, in the order of their first announcements; empty when it does not run.
    public func channels(_ kind: ChannelKind) -> [ListedChannel] { current.lists[kind] ?? [] }

    /// The Streamers that were heard, in the order of their first announcements.
    public var streamers: [StreamerRecord] { run?.venue.streamers ?? [] }

    /// Whether the service is up.
    public var serviceState: ServiceState { current.service }

    /// Whether the device is connected to the licensed venue.
    public var isConnectedToVenue: Bool { current.isInside }

    /// How things stand now, events that are on their way included.
    private var current: ToldState {
        if let run { look(run) }
        return line.told
    }

    /// Whether the device is connected to a network.
    public var link: LinkStatus { run?.linkStatus ?? options.link.status }

    /// What is known of the Wi-Fi, with the access point's name of the configuration.
    public var wireless: WirelessFacts {
        var facts = options.wireless.facts
        if let bssid = facts.bssid?.lowercased(), facts.accessPointName == nil {
            facts.accessPointName = configuration.wifi.accessPoints.first { $0.bssid == bssid }?.name
        }
        return facts
    }

    /// The distribution table of a file channel, in the order in which files were first told.
    public func files(of channel: ListedChannel) -> [StoredFile] {
        guard let venue, let index = venue.channel(of: channel.key) else { return [] }
        return venue.files?.files(of: index) ?? []
    }

    /// Calls `told` with every event from now on, until the subscription is cancelled or gone.
    ///
    /// With `current` it first tells the lists that are not empty, the service state, the venue connection, and every file
    /// that is complete.
    public func subscribe(
        current: Bool = false, _ told: @escaping @Sendable (SessionEvent) -> Void
    ) -> SessionSubscription {
        let venue = venue
        return line.add(told) { state in current ? state.events + Self.files(state, venue) : [] }
    }

    /// The files of channels on the list that were told already.
    private static func files(_ state: ToldState, _ venue: LiveVenue?) -> [SessionEvent] {
        guard let venue, let store = venue.files else { return [] }
        return (state.lists[.file] ?? []).flatMap { channel -> [SessionEvent] in
            guard let told = state.files[channel.key], let index = venue.channel(of: channel.key) else { return [] }
            return store.files(of: index).filter { $0.isReady && told.contains($0.record.key) }
                .map { .file(channel, $0) }
        }
    }
}
