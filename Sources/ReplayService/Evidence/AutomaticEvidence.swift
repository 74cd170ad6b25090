import Quality
import Timing

/// Decides, in stream time, what is pinned without anybody asking: a few seconds before and after a failed window, or before
/// and after the service went down, at most once for a channel and minute.
///
/// It knows no clock, stores nothing and forgets what it has told.
struct AutomaticEvidence: Sendable {
    /// Why something is pinned.
    enum Reason: Hashable, Sendable {
        /// Windows failed: the first one was closed at the trigger.
        case failedWindow
        /// The service went down.
        case serviceDown(ServiceState.Reasons)
    }

    /// What is to be pinned of one channel.
    struct Wish: Hashable, Sendable {
        /// The channel's place in the venue.
        var channel: Int32
        /// The first and the last instant of it.
        var start: StreamTime
        var end: StreamTime
        /// What it is for, and when that happened first.
        var reason: Reason
        var trigger: StreamTime
        /// How often it happened in this time.
        var count = 1
    }

    /// How long before the trigger, and after the last one, something is pinned.
    static let before = StreamDuration(seconds: 5)
    static let after = StreamDuration(seconds: 3)
    /// More triggers prolong it up to so much in all.
    static let longest = StreamDuration(seconds: 30)
    /// From one trigger of a channel to the next one that counts.
    static let interval = StreamDuration(seconds: 60)
    /// Pictures and windows of an instant are complete so long after it.
    static let settling = StreamDuration(seconds: 3)
    /// Channels that are looked after; more than a venue has.
    static let channelLimit = 1_024

    private struct Channel: Sendable {
        var lastTrigger: StreamTime
        var pending: Wish?
    }

    /// Wishes that wait to be asked for at most, all channels together.
    static let readyLimit = 1_024

    private var channels: [Int32: Channel] = [:]
    /// What is complete, for a capture that is read faster than anybody asks.
    private var ready: [Wish] = []

    /// A window of a channel failed that lasted from `opened` to `closed`; times never fall by much.
    mutating func windowFailed(_ channel: Int32, from opened: StreamTime, to closed: StreamTime) {
        trigger(channel, .failedWindow, from: opened, to: closed)
    }

    /// The service went down for `reasons`; `channels` are those whose past tells why.
    mutating func serviceWentDown(_ channels: [Int32], _ reasons: ServiceState.Reasons, at time: StreamTime) {
        for channel in channels { trigger(channel, .serviceDown(reasons), from: time, to: time) }
    }

    private mutating func trigger(_ channel: Int32, _ reason: Reason, from first: StreamTime, to last: StreamTime) {
        if var known = channels[channel] {
            if var wish = known.pending, last <= wish.end {
                // It lies in what is to be pinned anyway, which goes on a little longer for it.
                wish.end = min(max(wish.end, last + Self.after), wish.start + Self.longest)
                wish.count += 1
                known.pending = wish
                channels[channel] = known
                return
            }
            guard last - known.lastTrigger >= Self.interval else { return }
            if let wish = known.pending, ready.count < Self.readyLimit { ready.append(wish) }
        } else if channels.count >= Self.channelLimit {
            return
        }
        let start = max(first, last - Self.longest) - Self.before
        channels[channel] = Channel(
            lastTrigger: last,
            pending: Wish(
                channel: channel, start: start, end: min(last + Self.after, start + Self.longest), reason: reason,
                trigger: last))
    }

    /// What can be pinned now, each once; `isOver` says that nothing more comes, so that nothing is waited for.
    mutating func due(at now: StreamTime, isOver: Bool = false) -> [Wish] {
        var due = ready
        ready = []
        for (channel, known) in channels {
            guard let wish = known.pending, isOver || now >= wish.end + Self.settling else { continue }
            channels[channel]?.pending = nil
            due.append(wish)
        }
        return due.sorted { ($0.trigger, $0.channel) < ($1.trigger, $1.channel) }
    }
}
