public import Timing
import TransportStream

/// The part of a channel's past in which a play-head may be, in picture time.
public struct PlayReach: Hashable, Sendable {
    /// The first random access point that is kept; never later than the live position.
    public var oldest: StreamTime
    /// The live position.
    public var live: StreamTime

    /// From `oldest` to `live`; nothing but the live position when there is nothing before it.
    public init(oldest: StreamTime?, live: StreamTime) {
        self.oldest = min(oldest ?? live, live)
        self.live = live
    }

    /// How far behind the live position a head can be.
    public var depth: StreamDuration { live - oldest }
}

extension HistorySnapshot {
    /// The picture time of the first random access point that is kept; nil when there is none.
    public var oldestEntry: StreamTime? {
        for index in 0..<count {
            let chunk = self[index]
            if let entry = chunk.units(of: chunk.lead).first(where: { $0.unit.randomAccess != nil }) {
                return entry.pictureTime
            }
        }
        return nil
    }

    /// Where a play-head may be when stream time is `now`: the live position is `delay` behind it, so that media are complete
    /// there; once stream time has ended it is the live edge.
    public func reach(now: StreamTime, isRunning: Bool, delay: StreamDuration) -> PlayReach {
        PlayReach(oldest: oldestEntry, live: isRunning ? now - max(.zero, delay) : liveEdge ?? newestEnd ?? now)
    }

    private var newestEnd: StreamTime? { count > 0 ? self[count - 1].end : nil }
}
