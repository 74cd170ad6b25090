import PacketIO

/// A play-head on one channel's history at a time: it plays, seeks, and returns to live, on a thread of its own while it plays.
///
/// Changes are told outside all locks, in order, on the thread that made them or the player's own.
public final class Player: Sendable {
    private let venue: any PlayedVenue
    private let output: any PlayerOutput
    private let told: @Sendable (PlayerChange) -> Void
    private let state = Guarded(PlayerFacts())

    /// A player of `venue` that renders to `output` and tells `told` what changes.
    public init(
        _ venue: any PlayedVenue, output: any PlayerOutput, told: @escaping @Sendable (PlayerChange) -> Void
    ) {
        self.venue = venue
        self.output = output
        self.told = told
    }

    /// The player now.
    public var facts: PlayerFacts { state.withLock { $0 } }

    /// Plays a channel from its live position; another one that plays is stopped and closed before, the same one goes on.
    public func play(_ channel: PlayedChannel) {}

    /// Stops playing and closes the session; nothing is told or rendered once this has returned. Nothing when none is open.
    public func close() {}

    /// Closes the session because its channel is no longer announced, and tells that it is invalid.
    public func invalidate() {}

    /// Moves the play-head by so many milliseconds, towards live when positive, as far as there is history.
    public func seekRelative(_ durationMs: Int) throws(PlayerFailure) {}

    /// Moves the play-head to so many milliseconds behind live, as far as there is history.
    public func seekAbsolute(_ durationMs: UInt) throws(PlayerFailure) {}

    /// Moves the play-head back by so many milliseconds, whatever the sign, as far as there is history.
    public func rewindForDuration(_ durationMs: Int) throws(PlayerFailure) {}

    /// Moves the play-head to the live position.
    public func playLive() throws(PlayerFailure) {}

    /// Lets playing go on while the view is not visible or the app not active, or not.
    public func allowBackgroundPlayback(_ isAllowed: Bool) {}

    /// Learns whether the view is visible and the app active: without, playing stops unless it may go on; the session stays.
    public func setVisible(_ isVisible: Bool? = nil, appActive: Bool? = nil) {}
}
