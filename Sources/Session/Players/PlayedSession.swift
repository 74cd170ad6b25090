import Playback
import Quality
import Timing
import VenueSettings

/// The session of a player that was opened on a channel: what it counts, and whether it loses too much.
struct PlayedSession: Sendable {
    /// The channel.
    let channel: PlayedChannel
    /// What the channel had counted when the session was opened.
    let start: ChannelNumbers
    /// The id and the title of what was announced then.
    var sessionID = ""
    var title = ""
    /// When it was opened; nil while there is no stream time.
    var opened: StreamTime?
    /// Whether it loses too much.
    var quality: PoorQuality
    /// What it had counted when it was closed; nil while it is open.
    var closed: SessionStatistics?

    init(
        _ channel: PlayedChannel, start: ChannelNumbers, at time: StreamTime?, thresholds: PoorQuality.Thresholds
    ) {
        self.channel = channel
        self.start = start
        opened = time
        quality = PoorQuality(since: time ?? StreamTime(nanoseconds: .min), thresholds: thresholds)
    }

    var isOpen: Bool { closed == nil }
}

extension PoorQuality.Thresholds {
    /// Those that are configured.
    init(_ quality: VenueConfiguration.Quality) {
        self.init()
        low = quality.poorIndicator
        lowSamples = quality.poorSeconds
        high = quality.clearIndicator
        highSamples = quality.clearSeconds
    }
}
