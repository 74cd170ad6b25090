import Timing

/// When a silent group is to be joined anew: after a while, then after pauses that grow (SDK semantics 3.7).
struct SilenceRule: Hashable, Sendable {
    private var step = 0
    /// The next restart; nil before anything was heard.
    private(set) var due: StreamTime?

    /// Something came, or silence begins to count, at `time`: the first restart is due `patience` later.
    mutating func heard(at time: StreamTime, patience: StreamDuration) {
        step = 0
        due = time + patience
    }

    /// Whether a restart is due at `time`; then the next of `pauses` begins, the last of which is repeated.
    mutating func fires(at time: StreamTime, pauses: [Int64]) -> Bool {
        guard let due, time >= due else { return false }
        self.due = time + StreamDuration(seconds: pauses[min(step, pauses.count - 1)])
        step = min(step + 1, pauses.count)
        return true
    }
}
