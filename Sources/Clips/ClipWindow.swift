public import History
public import Timing

/// A window of a channel's history: what was asked for, and what of it is there.
public struct ClipWindow: Hashable, Sendable {
    /// Where the asked window begins, as UTC.
    public var requestedStart: StreamTime
    /// Where the asked window ends.
    public var requestedEnd: StreamTime
    /// Where the delivered window begins.
    public var start: StreamTime
    /// Where the delivered window ends: pictures presented at or after it are not part of it.
    public var end: StreamTime
    /// Whether the picture times in it are final, so that the same absolute window gives the same pictures for ever.
    public var isSettled: Bool

    /// Whether less is delivered than was asked for.
    public var isClipped: Bool { start != requestedStart || end != requestedEnd }
}

extension ClipRequest {
    /// The asked window as it is in `history`: its intersection with what is kept, never longer.
    public func window(in history: HistorySnapshot) throws(ClipFailure) -> ClipWindow {
        guard let oldest = history.oldest, let liveEdge = history.liveEdge, oldest < liveEdge else {
            throw .nothingKept
        }
        let (start, end) = asked(oldest: oldest, liveEdge: liveEdge)
        guard end > oldest, clamps || start >= oldest else { throw .past(oldest: oldest) }
        guard start < liveEdge, clamps || end <= liveEdge else {
            throw .future(liveEdge: liveEdge, retryAfterSeconds: Self.seconds(until: end, from: liveEdge))
        }
        var window = ClipWindow(
            requestedStart: start, requestedEnd: end, start: max(start, oldest), end: min(end, liveEdge),
            isSettled: true)
        if !history.isSettled, let begun = history.startOfNewestRun, window.end > begun {
            window.isSettled = false
            if case .absolute = self.window {
                let left = HistorySnapshot.settling - (liveEdge - begun)
                throw .notSettled(retryAfterSeconds: max(1, Self.wholeSeconds(left)))
            }
        }
        return window
    }

    /// How long it takes until the whole window is there; nil when it is, or when it never will be.
    public func timeUntilComplete(in history: HistorySnapshot) -> StreamDuration? {
        guard case .absolute(_, let end?) = window, let liveEdge = history.liveEdge, end > liveEdge else { return nil }
        return end - liveEdge
    }

    private func asked(oldest: StreamTime, liveEdge: StreamTime) -> (start: StreamTime, end: StreamTime) {
        switch window {
        case .last(let length): (liveEdge - length, liveEdge)
        case .beforeLiveEdge(let from, let to): (liveEdge - from, liveEdge - to)
        case .absolute(let from, let to): (from ?? min(oldest, to ?? oldest), to ?? max(liveEdge, from ?? liveEdge))
        }
    }

    private static func seconds(until end: StreamTime, from liveEdge: StreamTime) -> Int {
        min(86_400, max(1, wholeSeconds(end - liveEdge)))
    }

    /// Whole seconds, rounded up.
    private static func wholeSeconds(_ length: StreamDuration) -> Int {
        let (seconds, rest) = length.nanoseconds.quotientAndRemainder(dividingBy: TextCursor.second)
        return Int(seconds) + (rest > 0 ? 1 : 0)
    }
}

extension HistorySnapshot {
    /// For how long the picture times of a run can still change.
    static let settling = StreamDuration(seconds: 2)

    /// The earliest picture time of the newest run; nil when nothing is kept.
    var startOfNewestRun: StreamTime? {
        guard count > 0 else { return nil }
        var earliest = self[count - 1].start
        let run = self[count - 1].run
        var index = count - 2
        while index >= 0, self[index].run == run {
            earliest = min(earliest, self[index].start)
            index -= 1
        }
        return earliest
    }
}
