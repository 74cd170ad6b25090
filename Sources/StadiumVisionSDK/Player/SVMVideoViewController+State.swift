import Playback

extension SVMVideoViewController {
    /// Whether a session for playing a channel is open (Table 2-35).
    public var isOpen: Bool { seat.facts.isOpen }

    /// Whether a channel is playing (Table 2-35).
    public var isPlaying: Bool { seat.facts.isPlaying }

    /// Whether the application is in the foreground (Table 2-35).
    public var isAppActive: Bool { sdk.isAppActive }

    /// Whether the view is visible (Table 2-35).
    public var isVisible: Bool { seat.facts.isVisible }

    /// Whether it plays on while its view is not visible; not unless it is allowed (Table 2-35).
    public var isBackgroundPlaybackAllowed: Bool { seat.facts.isBackgroundPlaybackAllowed }

    /// Lets pictures and sound go on while the view is not visible, or not, which is the default (Table 2-16).
    @discardableResult
    public func allowPlaybackWhenViewDisappears(_ isAllowed: Bool) -> SVMStatus {
        SVMStatus { seat.allowBackgroundPlayback(isAllowed) }
    }
}
