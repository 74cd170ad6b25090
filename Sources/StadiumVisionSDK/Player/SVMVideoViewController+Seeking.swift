import Playback

extension SVMVideoViewController {
    /// Moves the play-head by so many milliseconds: back when negative, towards live when positive, as far as there is history
    /// (Table 2-31).
    @discardableResult
    public func seekRelative(_ durationMs: Int) -> SVMStatus {
        seek { player throws(PlayerFailure) in try player.seekRelative(durationMs) }
    }

    /// Moves the play-head to so many milliseconds behind live, at most to the oldest picture (Table 2-32).
    @discardableResult
    public func seekAbsolute(_ durationMs: UInt) -> SVMStatus {
        seek { player throws(PlayerFailure) in try player.seekAbsolute(durationMs) }
    }

    /// Moves the play-head back by so many milliseconds, whatever the sign, as far as there is history; 0 does nothing
    /// (Table 2-26; the guide's example passes -20000 for twenty seconds back).
    @discardableResult
    public func rewindForDuration(_ durationMs: Int) -> SVMStatus {
        seek { player throws(PlayerFailure) in try player.rewindForDuration(durationMs) }
    }

    /// Moves the play-head to the live position, as `seekAbsolute(0)` does (Table 2-33).
    @discardableResult
    public func playLive() -> SVMStatus {
        seek { player throws(PlayerFailure) in try player.playLive() }
    }

    /// How far behind live the play-head is, in milliseconds.
    public var offsetMs: Int { seat.facts.offsetMs }

    /// How far back the play-head can go, in milliseconds.
    public var depthMs: Int { seat.facts.depthMs }

    private func seek(_ body: (Player) throws(PlayerFailure) -> Void) -> SVMStatus {
        SVMStatus {
            guard let player = seat.player else { throw PlayerFailure.notOpen }
            try body(player)
        }
    }
}
