public import Channels
public import DeviceLink
import PacketIO
public import Playback
public import Quality
import Timing
public import VenueRuntime
public import VenueSettings
public import VenueWire

/// A device's session with a venue: which channels there are for it, whether the service is up, whether it is inside, and what
/// it counts. The SDK and the server's answers are made of it.
///
/// Events are told on one serial thread of the session, in order and outside all locks.
public final class VenueSession: Sendable {
    private let options: SessionOptions
    private let state: Guarded<VenueConfiguration>

    /// A session that has not started.
    public init(_ options: SessionOptions) {
        self.options = options
        state = Guarded(options.configuration)
    }

    /// Starts; announcement and upload counters begin anew. Nothing when it runs.
    public func start() throws(SessionFailure) {}

    /// Stops everything: players are closed, lists are empty; nothing is told once this has returned, unless it is called from
    /// what is told. Nothing when it does not run.
    public func shutdown() {}

    /// Whether it was started and not stopped; it is while the link is down.
    public var isRunning: Bool { false }

    /// The venue while it runs.
    public var venue: LiveVenue? { nil }

    /// Everything that is configured.
    public var configuration: VenueConfiguration { state.withLock { $0 } }

    /// Takes another configuration: another field of use or other allowed Streamers empty and fill the lists at once.
    public func set(_ configuration: VenueConfiguration) throws(SessionFailure) {}

    /// The channels of a kind, in the order of their first announcements; empty when it does not run.
    public func channels(_ kind: ChannelKind) -> [ListedChannel] { [] }

    /// The Streamers that were heard.
    public var streamers: [StreamerRecord] { [] }

    /// Whether the service is up.
    public var serviceState: ServiceState { ServiceState(reasons: .sdkNotRunning) }

    /// Whether the device is connected to the licensed venue.
    public var isConnectedToVenue: Bool { false }

    /// The statistics, those of the session's keys for the player that was opened last.
    public var statistics: SessionStatistics { SessionStatistics() }

    /// The statistics of one channel since its first packet (definitions D11); nil for an index that no channel has.
    public func statistics(ofChannel index: Int32) -> SessionStatistics? { nil }

    /// What is known of the Wi-Fi, with the access point's name of the configuration.
    public var wireless: WirelessFacts { options.wireless.facts }

    /// Makes a player; it is closed with the session. `number` tells it in events.
    public func makePlayer(output: any PlayerOutput) -> (number: Int, player: Player) {
        (0, Player(NoVenue(), output: output) { _ in })
    }

    /// Closes and forgets a player.
    public func removePlayer(_ number: Int) {}

    /// The channel of a player, as the lists know it.
    public func playedChannel(_ channel: ListedChannel) -> PlayedChannel {
        PlayedChannel(id: "", name: channel.name)
    }

    /// The distribution table of a file channel, in the order in which files were first told.
    public func files(of channel: ListedChannel) -> [StoredFile] { [] }

    /// Calls `told` with every event from now on, until the subscription is cancelled or gone.
    public func subscribe(_ told: @escaping @Sendable (SessionEvent) -> Void) -> SessionSubscription {
        SessionSubscription()
    }

    /// The app went to the background: the session pauses unless a player may go on.
    public func enterBackground() {}

    /// The app came back.
    public func enterForeground() {}
}

/// Someone listens to a session, until this is cancelled or gone.
public final class SessionSubscription: Sendable {
    init() {}

    /// Nothing is told once this has returned, unless it is called from what is told.
    public func cancel() {}
}

private struct NoVenue: PlayedVenue {
    var clock: (now: StreamTime, isRunning: Bool)? { nil }
    func history(of channel: PlayedChannel) -> PlayedHistory? { nil }
}
