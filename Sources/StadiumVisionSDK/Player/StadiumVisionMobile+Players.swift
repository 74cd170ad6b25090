import PacketIO

extension StadiumVisionMobile {
    /// Whether the application is in the foreground.
    var isAppActive: Bool { state.withLock { $0.isAppActive } }

    /// Remembers whose player a number is.
    func note(_ controller: SVMVideoViewController, as number: Int) {
        // Held beyond the lock, so that none ends within it.
        let others = state.withLock { state in
            let others = state.players.mapValues(\.controller)
            state.players = state.players.filter { others[$0.key] ?? nil != nil }
            state.players[number] = WeakController(controller)
            return others
        }
        withExtendedLifetime(others) {}
    }

    /// Remembers who opened a channel last.
    func noteActive(_ controller: SVMVideoViewController) {
        state.withLock { $0.active = WeakController(controller) }
    }
}
