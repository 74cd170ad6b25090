import History
import Timing

/// What a player sees of its channel at one moment.
struct ChannelView: Sendable {
    /// The longest protection window that the live position allows for; what an announcement says is not to be trusted.
    static let longestWindow = StreamDuration(seconds: 10)

    /// The shortest one: nothing is complete the moment it was sent.
    static let shortestWindow = StreamDuration(milliseconds: 100)

    /// How many windows the live position is behind stream time.
    ///
    /// A hole is given up when the window two behind its own begins (definitions B1), so media may come two windows late; one
    /// more lies ahead then, and nothing runs short (SDK semantics 3.15).
    static let windowsBehind: Int64 = 3

    /// What is kept; nil while none of the channel's media came.
    let kept: PlayedHistory?
    /// Stream time now.
    let now: StreamTime
    /// Whether stream time goes on by itself.
    let isRunning: Bool
    /// The length of the channel's protection windows.
    let window: StreamDuration

    /// Looks at a channel of a venue, with `known` as what is kept of it when that is given; nil before the venue's first datagram.
    init?(of channel: PlayedChannel, in venue: any PlayedVenue, known: PlayedHistory? = nil) {
        guard let clock = venue.clock else { return nil }
        kept = known ?? venue.history(of: channel)
        now = clock.now
        isRunning = clock.isRunning
        window = min(max(Self.shortestWindow, channel.window), Self.longestWindow)
    }

    /// Where the play-head may be: media are complete three windows behind stream time.
    var reach: PlayReach {
        let delay = window * Self.windowsBehind
        return kept?.history.reach(now: now, isRunning: isRunning, delay: delay)
            ?? PlayReach(oldest: nil, live: isRunning ? now - delay : now)
    }
}
