import PacketIO

extension StadiumVisionMobile {
    /// Whether the application is in the foreground.
    var isAppActive: Bool { state.withLock { $0.isAppActive } }

    /// Remembers whose player a number is.
    func note(_ controller: SVMVideoViewController, as number: Int) {
        state.withLock { state in
            for (known, weak) in state.players where weak.controller == nil { state.players[known] = nil }
            state.players[number] = WeakController(controller)
        }
    }

    /// Remembers who opened a channel last.
    func noteActive(_ controller: SVMVideoViewController) {
        state.withLock { $0.active = WeakController(controller) }
    }
}
