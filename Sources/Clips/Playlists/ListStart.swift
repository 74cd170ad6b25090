import Timing

/// Decides when a channel's first playlist can be made, and its target duration for ever.
struct ListStart: Hashable, Sendable {
    /// Random access points that the first list waits for.
    static let points = 3
    /// The list is not made before so long after the run's beginning.
    static let earliest = StreamDuration(seconds: 2)
    /// It is made with fewer points after so long.
    static let latest = StreamDuration(seconds: 8)
    /// Bounds of the target duration, in seconds.
    static let targets: ClosedRange<Int64> = 2...10

    private var points = 0
    private var lastPoint: Int64 = 0
    private var newest: Int64 = 0
    private var longest: Int64 = 0

    /// Takes the next picture, complete `age` after the run's first one; tells whether the list can be made now.
    mutating func take(pts: Int64, isPoint: Bool, age: StreamDuration) -> Bool {
        if isPoint {
            if points > 0 { longest = max(longest, pts - lastPoint) }
            points += 1
            lastPoint = pts
            newest = pts
        }
        newest = max(newest, pts)
        guard points > 0 else { return false }
        return age >= Self.earliest && points >= Self.points || age >= Self.latest
    }

    /// The target duration in seconds: a quarter more than the longest interval, the unfinished one counting as well.
    var target: Int64 {
        let interval = min(max(longest, newest - lastPoint), Self.targets.upperBound * 90_000)
        return min(Self.targets.upperBound, max(Self.targets.lowerBound, (interval * 5 + 359_999) / 360_000))
    }
}
