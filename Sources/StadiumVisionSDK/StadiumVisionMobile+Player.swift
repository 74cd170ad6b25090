import PacketIO
import Playback

// The guide's examples call these on the singleton although they are the player's (SDK semantics X3): they are handed to the
// open player that opened its channel last, and fail when none is open.
extension StadiumVisionMobile {
    /// Moves the play-head back by so many milliseconds, whatever the sign, as far as there is history.
    @discardableResult
    public func rewindForDuration(_ durationMs: Int) -> SVMStatus { forward { $0.rewindForDuration(durationMs) } }

    /// Moves the play-head to the live position.
    @discardableResult
    public func playLive() -> SVMStatus { forward { $0.playLive() } }

    /// Moves the play-head by so many milliseconds, towards live when positive, as far as there is history.
    @discardableResult
    public func seekRelative(_ durationMs: Int) -> SVMStatus { forward { $0.seekRelative(durationMs) } }

    /// Moves the play-head to so many milliseconds behind live, as far as there is history.
    @discardableResult
    public func seekAbsolute(_ durationMs: UInt) -> SVMStatus { forward { $0.seekAbsolute(durationMs) } }

    /// Lets the player go on while its view is not visible, or not (Table 2-16).
    @discardableResult
    public func allowPlaybackWhenViewDisappears(_ isAllowed: Bool) -> SVMStatus {
        forward { $0.allowPlaybackWhenViewDisappears(isAllowed) }
    }

    private func forward(_ body: (SVMVideoViewController) -> SVMStatus) -> SVMStatus {
        guard let player = active else { return .failed(PlayerFailure.notOpen) }
        return body(player)
    }
}
