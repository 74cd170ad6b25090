import Timing

/// The offset that turns the time stamps of one time base into picture time: picture time = PTS + offset.
///
/// For the first two seconds the offset is the least (arrival of a unit's last byte − PTS) so far. After that it follows the
/// least one of the last ten seconds, by at most one millisecond at each random access point.
struct PictureClock: Sendable {
    /// How long the first minimum is taken.
    static let settling = StreamDuration(seconds: 2)
    /// How far back the later minimum looks.
    static let window = StreamDuration(seconds: 10)
    /// The farthest the offset moves at one random access point.
    static let largestMove: Int64 = 1_000_000

    /// Nanoseconds from time stamp to picture time; of the group of pictures in progress.
    private(set) var offset: Int64 = 0
    /// Whether the first two seconds are over.
    private(set) var isSettled = false
    /// When its first unit was complete.
    let start: StreamTime
    private var recent = SlidingMinimum()

    /// Begins with the first unit of a time base.
    init(pts: Int64, completed: StreamTime) {
        start = completed
        offset = Self.difference(completed, pts)
        recent.add(offset, at: completed.nanoseconds)
    }

    /// Goes on with the time base of a settled clock, whose picture time another track carries from a unit on that was complete
    /// at `completed`.
    init(continuing other: PictureClock, from completed: StreamTime) {
        start = completed
        offset = other.offset
        isSettled = true
        recent = other.recent
    }

    /// Learns that stream time is `time`; tells whether the first two seconds ended by that.
    mutating func advance(to time: StreamTime) -> Bool {
        guard !isSettled, time >= start + Self.settling else { return false }
        isSettled = true
        return true
    }

    /// Takes a later unit of the track that carries picture time, after `advance` to its completion.
    mutating func take(pts: Int64, completed: StreamTime, isRandomAccessPoint: Bool) {
        let difference = Self.difference(completed, pts)
        recent.add(difference, at: completed.nanoseconds)
        if !isSettled {
            offset = min(offset, difference)
        } else if isRandomAccessPoint {
            recent.forget(until: (completed - Self.window).nanoseconds)
            guard let least = recent.minimum else { return }
            offset &+= min(Self.largestMove, max(-Self.largestMove, least &- offset))
        }
    }

    /// The picture time of a time stamp in the group of pictures in progress.
    func pictureTime(_ pts: Int64) -> StreamTime {
        StreamTime(nanoseconds: Self.nanoseconds(pts) &+ offset)
    }

    /// Units of 1/90000 s in nanoseconds, rounded down.
    static func nanoseconds(_ ticks: Int64) -> Int64 {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: 90_000)
        let part = rest * 100_000
        return seconds &* 1_000_000_000 &+ (part < 0 ? (part - 8) / 9 : part / 9)
    }

    private static func difference(_ time: StreamTime, _ pts: Int64) -> Int64 { time.nanoseconds &- nanoseconds(pts) }
}
