/// What a player does, as channel state changes tell it (SDK semantics 3.14).
public enum PlayerState: String, Hashable, Sendable, CaseIterable {
    /// It opened a session.
    case open
    /// It plays.
    case play
    /// Its play-head went back.
    case rewind
    /// Its play-head came to the live position.
    case live
    /// It stopped playing.
    case stop
    /// It closed the session.
    case close
}

/// Something changed about a player.
public enum PlayerChange: Hashable, Sendable {
    /// A new state of the channel called `channel`.
    case state(PlayerState, channel: String)
    /// Media run short, or are enough again.
    case buffering(Bool)
    /// The channel is no longer announced; playing was stopped before this is told.
    case channelInvalid(channel: String)
}

/// Why a player does not do what it was told.
public enum PlayerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No channel is open.
    case notOpen
    /// There is no such channel now; what it was called.
    case unknownChannel(String)

    /// One sentence: what is wrong and what to do.
    public var description: String {
        switch self {
        case .notOpen: "no channel is open: play one first"
        case .unknownChannel(let name): "there is no channel \"\(name)\" now: choose one of the list"
        }
    }
}
