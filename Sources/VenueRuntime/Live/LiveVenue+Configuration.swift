import NetworkFormats
import PacketIO
import Pipeline
import Timing
public import VenueSettings

extension LiveVenue {
    /// Takes another configuration at run time: for whom and where the venue announces, which Streamers are heard, what is
    /// joined beside that, how much is kept, what channels are called.
    ///
    /// What a person joined otherwise stays. The interface and the limits of windows stay as they were when the venue was made.
    public func follow(_ configuration: VenueConfiguration) {
        let joins = configuration.join.compactMap(JoinAddress.init)
        let before = followedJoins.withLock { known in
            defer { known = joins }
            return Set(known)
        }
        wanted.withLock { network in
            network?.joins.removeAll { before.contains($0) }
            network?.joins += joins
            network?.announcements = Endpoint(configuration.announcements.group, configuration.announcements.port)
        }
        take(configuration)
    }

    /// Hands a configuration to the engine.
    func take(_ configuration: VenueConfiguration) {
        let parameters = VenueParameters(configuration)
        let depth = keepsWhole ? Self.wholeCapture : StreamDuration(seconds: Int64(configuration.historySeconds))
        kept.withLock { $0 = depth }
        state.withLock {
            $0.engine.set(historyDepth: depth, names: parameters.names)
            $0.engine.set(parameters.announcements)
        }
        driver.wake()
    }
}
