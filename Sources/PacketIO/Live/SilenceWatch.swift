/// When a group that nothing is heard of is to be joined anew: after 5, 10, 20, 40 s, then every 60 s.
struct SilenceWatch: Hashable, Sendable {
    /// The pauses between restarts, in seconds; the last one is repeated.
    static let pauses: [Int64] = [5, 10, 20, 40, 60]

    private var step = 0
    private var dueTime: Int64

    /// Begins to watch, by a steady clock in nanoseconds.
    init(at now: Int64) { dueTime = now + Self.pauses[0] * 1_000_000_000 }

    /// Whether it is time; then the next pause begins.
    mutating func isDue(at now: Int64) -> Bool {
        guard now >= dueTime else { return false }
        step = min(step + 1, Self.pauses.count - 1)
        dueTime = now + Self.pauses[step] * 1_000_000_000
        return true
    }
}
