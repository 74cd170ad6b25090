/// A player at one moment.
public struct PlayerFacts: Hashable, Sendable {
    /// The channel; nil before the first.
    public var channel: PlayedChannel?
    /// How far behind the live position the play-head is, in milliseconds.
    public var offsetMs = 0
    /// How far back it can go, in milliseconds.
    public var depthMs = 0
    /// Whether a session is open.
    public var isOpen = false
    /// Whether it plays.
    public var isPlaying = false
    /// Whether the view is visible.
    public var isVisible = true
    /// Whether the app is in the foreground.
    public var isAppActive = true
    /// Whether it plays on while its view is not visible.
    public var isBackgroundPlaybackAllowed = false
    /// Whether media run short.
    public var isBuffering = false
    /// What it does; nil before the first channel.
    public var state: PlayerState?
    /// Pictures that the decoder gave up or that were too late since playing began, outside the guide's counters.
    public var decoderDrops = 0

    /// A player that nobody has used.
    public init() {}
}
