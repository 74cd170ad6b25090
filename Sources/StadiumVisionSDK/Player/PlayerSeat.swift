import PacketIO
import Playback
import Session

/// A view controller's place in the sessions: a player of the session that runs, with what the controller has set.
final class PlayerSeat: Sendable {
    private struct State {
        var session: VenueSession?
        var number = 0
        var player: Player?
        /// What holds while there is no player.
        var isVisible = true
        var isAllowed = false
    }

    /// Where it renders.
    let output = ViewOutput()
    private let state = Guarded(State())

    /// The player; nil before the first channel.
    var player: Player? { state.withLock { $0.player } }

    /// The player's facts, or what is set for one to come.
    var facts: PlayerFacts {
        let (player, isVisible, isAllowed) = state.withLock { ($0.player, $0.isVisible, $0.isAllowed) }
        if let player { return player.facts }
        var facts = PlayerFacts()
        facts.isVisible = isVisible
        facts.isBackgroundPlaybackAllowed = isAllowed
        return facts
    }

    /// The player in `session`; `made` is told the number of a new one before it plays.
    func take(in session: VenueSession, made: (Int) -> Void) -> Player {
        let known = state.withLock { $0.session === session ? $0.player : nil }
        if let known { return known }
        leave()
        let (number, player) = session.makePlayer(output: output)
        made(number)
        let (other, isVisible, isAllowed, left) = state.withLock { state in
            // Another thread may have been quicker.
            let other = state.session === session ? state.player : nil
            let left = (state.session, state.number)
            if other == nil {
                state.session = session
                state.number = number
                state.player = player
            }
            return (other, state.isVisible, state.isAllowed, left)
        }
        if let other {
            session.removePlayer(number)
            return other
        }
        left.0?.removePlayer(left.1)
        player.allowBackgroundPlayback(isAllowed)
        player.setVisible(isVisible)
        return player
    }

    /// Closes the player and gives it back.
    func leave() {
        let left = state.withLock { state in
            let left = (state.session, state.number)
            state.session = nil
            state.player = nil
            return left
        }
        left.0?.removePlayer(left.1)
    }

    func allowBackgroundPlayback(_ isAllowed: Bool) {
        let player = state.withLock { state in
            state.isAllowed = isAllowed
            return state.player
        }
        player?.allowBackgroundPlayback(isAllowed)
    }

    func setVisible(_ isVisible: Bool) {
        let player = state.withLock { state in
            state.isVisible = isVisible
            return state.player
        }
        player?.setVisible(isVisible)
    }
}
