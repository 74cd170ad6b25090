import PacketIO

/// A play-head on one channel's history at a time: it plays, seeks, and returns to live, on a thread of its own while it plays.
///
/// Changes are told outside all locks, in order, on the thread that made them or the player's own. What is told and rendered
/// may use the player, and close it: then nothing more comes.
public final class Player: Sendable {
    let venue: any PlayedVenue
    let output: any PlayerOutput
    let pacing: any PlayerPacing
    let board: PlayerBoard

    /// A player of `venue` that renders to `output` and tells `told` what changes.
    public convenience init(
        _ venue: any PlayedVenue, output: any PlayerOutput, told: @escaping @Sendable (PlayerChange) -> Void
    ) {
        self.init(venue, output: output, pacing: SystemPacing(), told: told)
    }

    /// A player that goes by `pacing`.
    package init(
        _ venue: any PlayedVenue, output: any PlayerOutput, pacing: any PlayerPacing,
        told: @escaping @Sendable (PlayerChange) -> Void
    ) {
        self.venue = venue
        self.output = output
        self.pacing = pacing
        board = PlayerBoard(told)
    }

    /// Ends the thread of a player that nobody closed.
    deinit { board.read(\.run)?.end() }

    /// Whether the calling thread renders for some player: then whatever is closed ends without being waited for.
    public static var isRendering: Bool { PlayerRun.isOnThread }

    /// The player now.
    public var facts: PlayerFacts { board.read(\.facts) }

    /// Plays a channel from its live position; another one that plays is stopped and closed before, the same one goes on.
    public func play(_ channel: PlayedChannel) {
        board.change { state in
            if state.facts.isOpen, state.facts.channel?.id == channel.id {
                state.facts.channel = channel
                return
            }
            _ = state.close()
            state.open(channel)
            if state.mayPlay { begin(&state) }
        }
    }

    /// Stops playing and closes the session, if one is open; nothing is told or rendered once this has returned, unless a
    /// player's own thread calls it: then nothing is begun any more.
    public func close() { end { $0.close() } }

    /// Closes the session because its channel is no longer announced, and tells that it is invalid.
    public func invalidate() {
        end { state in
            guard state.facts.isOpen else { return nil }
            let ended = state.close()
            state.tellInvalid()
            return ended
        }
    }

    /// Lets playing go on while the view is not visible or the app not active, or not.
    public func allowBackgroundPlayback(_ isAllowed: Bool) {
        adapt { $0.facts.isBackgroundPlaybackAllowed = isAllowed }
    }

    /// Learns whether the view is visible and the app active: without, playing stops unless it may go on; the session stays.
    public func setVisible(_ isVisible: Bool? = nil, appActive: Bool? = nil) {
        adapt { state in
            if let isVisible { state.facts.isVisible = isVisible }
            if let appActive { state.facts.isAppActive = appActive }
        }
    }

    private func adapt(_ body: (inout PlayerBoard.State) -> Void) {
        end { state in
            body(&state)
            guard state.facts.isOpen else { return nil }
            if !state.mayPlay { return state.stop() }
            if state.run == nil { begin(&state) }
            return nil
        }
    }

    /// Changes the state, and waits for the thread that this ends.
    private func end(_ body: (inout PlayerBoard.State) -> PlayerRun?) {
        var ended: PlayerRun?
        // What the thread still has to tell was noted before the end.
        board.change { ended = body(&$0) }
        // Somebody else may just have ended it: then there is still something on its way.
        // A player's thread waits for no other one: that may wait for it.
        if let ended = ended ?? board.read(\.ended), !ended.isCalling, !Self.isRendering { ended.wait() }
        board.settle()
    }

    /// Begins a thread that plays, once the one before has ended.
    private func begin(_ state: inout PlayerBoard.State) {
        let run = PlayerRun(after: state.ended)
        state.ended = nil
        state.run = run
        run.start { [board, venue, output, pacing] in
            var playout = Playout(run, board, venue, output, pacing)
            while !run.isEnding { pacing.wait(until: playout.step(), or: run.bell) }
        }
    }
}
