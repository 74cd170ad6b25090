import PacketIO
import Session

extension StadiumVisionMobile {
    /// The application went to the background: the SDK shuts down by itself, unless a player may go on.
    ///
    /// A program without windows calls it when it is suspended (the guide, "What the SDK Handles").
    public func applicationDidEnterBackground() { setActive(false) }

    /// The application comes back: the SDK restarts by itself, with the same observers.
    public func applicationWillEnterForeground() { setActive(true) }

    private func setActive(_ isActive: Bool) {
        let session = turn.withLock { _ in
            state.withLock { state -> VenueSession? in
                guard state.isAppActive != isActive else { return nil }
                state.isAppActive = isActive
                return state.isRunning ? state.run?.session : nil
            }
        }
        logBook.say(.debug, "application in the \(isActive ? "foreground" : "background")")
        if isActive { session?.enterForeground() } else { session?.enterBackground() }
    }
}
