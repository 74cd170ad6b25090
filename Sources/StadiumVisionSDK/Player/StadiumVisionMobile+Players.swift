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
        // Held beyond the lock, so that none ends within it.
        let others = state.withLock { state in
            let others = state.openings.map(\.controller)
            state.openings = others.compactMap { $0 === controller ? nil : $0.map { WeakController($0) } }
            state.openings.append(WeakController(controller))
            return others
        }
        withExtendedLifetime(others) {}
    }

    /// Of the players whose channels are open the one that opened its channel last; nil when none is open.
    var active: SVMVideoViewController? {
        state.withLock { $0.openings.map(\.controller) }.compactMap { $0 }.last { $0.isOpen }
    }
}
