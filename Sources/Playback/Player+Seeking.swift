import History

extension Player {
    /// Moves the play-head by so many milliseconds, towards live when positive, as far as there is history.
    public func seekRelative(_ durationMs: Int) throws(PlayerFailure) {
        try move { $0.seekRelative(durationMs) }
    }

    /// Moves the play-head to so many milliseconds behind live, as far as there is history.
    public func seekAbsolute(_ durationMs: UInt) throws(PlayerFailure) {
        try move { $0.seekAbsolute(durationMs) }
    }

    /// Moves the play-head back by so many milliseconds, whatever the sign, as far as there is history.
    public func rewindForDuration(_ durationMs: Int) throws(PlayerFailure) {
        try move { $0.rewindForDuration(durationMs) }
    }

    /// Moves the play-head to the live position.
    public func playLive() throws(PlayerFailure) {
        try move { $0.playLive() }
    }

    private func move(_ body: (inout PlayHead) -> PlayHead.Move) throws(PlayerFailure) {
        guard let channel = board.read({ $0.facts.isOpen ? $0.facts.channel : nil }) else { throw .notOpen }
        let view = ChannelView(of: channel, in: venue)
        let now = pacing.now()
        let run = try board.change { state throws(PlayerFailure) in
            guard state.facts.isOpen, state.facts.channel?.id == channel.id else { throw .notOpen }
            if let view { state.advance(in: view.reach, isRunning: view.isRunning, at: now) }
            guard
                let move = state.head.map({ head in
                    var head = head
                    let move = body(&head)
                    return (head, move)
                })
            else { return state.run }
            state.head = move.0
            state.note(move.1)
            return state.run
        }
        run?.bell.ring()
    }
}
