import NetworkFormats
import Timing

/// Measures one PID's program clock against stream time.
///
/// Arrivals are compared with the least-squares line of arrival over clock through all clocks of 10 s (a window closes
/// early after `pointLimit` clocks): each clock costs constant time, and each window is fitted once, when it closes.
/// Drift comes from one line through a whole segment; the longest segment counts.
struct ClockTracker: Sendable {
    static let windowLength = StreamDuration(seconds: 10)
    static let pointLimit = 1_024
    /// The clock may run ahead of stream time by so much from one value to the next; more is a jump.
    static let aheadLimit = StreamDuration(seconds: 1)
    /// The clock may stay behind stream time by so much from one value to the next (a stalled network); more is a jump.
    static let behindLimit = StreamDuration(seconds: 10)
    /// The least clocks in a window whose deviations mean anything, a line through two having none.
    static let leastPoints = 3
    /// The shortest segment whose drift is told.
    static let leastSpan = StreamDuration(seconds: 1)

    private struct Point: Sendable {
        var clock: Double
        var arrival: Double
    }

    let pid: UInt16
    private(set) var count = 0
    private(set) var jumps = 0
    private(set) var longestStep = StreamDuration.zero

    private var last: (clock: ProgramClock, time: StreamTime)?
    /// Where the segment began, and the clock's nanoseconds since.
    private var origin = StreamTime(nanoseconds: 0)
    private var elapsed: Double = 0
    private var segment = LineFit()
    private var best: (span: Double, slope: Double)?
    private var points: [Point] = []
    private var residuals = ResidualHistogram()

    init(pid: UInt16) { self.pid = pid }

    /// Takes a clock value; tells whether the clock was set anew.
    ///
    /// `time` is when it arrived, nil when that is not known; times may go back. `isAnnounced` is the packet's
    /// discontinuity indicator.
    mutating func take(_ clock: ProgramClock, at time: StreamTime?, isAnnounced: Bool) -> Bool {
        count += 1
        guard let last else {
            begin(clock, time)
            return false
        }
        let moved = clock.distance(from: last.clock)
        // Without its time, only a clock that goes back is known to be set anew; the next one that has a time tells more.
        if time == nil, moved >= 0, !isAnnounced { return false }
        // A clock value that came late must not make the next one seem early.
        let step = max(StreamDuration.zero, (time ?? last.time) - last.time)
        longestStep = max(longestStep, step)
        let ahead = StreamDuration(nanoseconds: moved / 27 &* 1_000) - step
        let isJump = moved < 0 || ahead > Self.aheadLimit || StreamDuration.zero - ahead > Self.behindLimit
        if isAnnounced || isJump {
            jumps += 1
            endSegment()
            self.last = nil
            begin(clock, time)
            return true
        }
        guard let time else { return false }
        self.last = (clock, time)
        elapsed += Double(moved) / 27 * 1_000
        add(at: time)
        return false
    }

    /// Forgets the clock: another sender follows.
    mutating func restart() {
        endSegment()
        last = nil
    }

    private mutating func begin(_ clock: ProgramClock, _ time: StreamTime?) {
        guard let time else { return }
        last = (clock, time)
        origin = time
        elapsed = 0
        add(at: time)
    }

    private mutating func add(at time: StreamTime) {
        let point = Point(clock: elapsed, arrival: Double((time - origin).nanoseconds))
        if let first = points.first,
            point.arrival - first.arrival >= Double(Self.windowLength.nanoseconds) || points.count >= Self.pointLimit
        {
            closeWindow()
        }
        points.append(point)
        segment.add(x: point.clock, y: point.arrival)
    }

    private mutating func closeWindow() {
        if points.count >= Self.leastPoints {
            var line = LineFit()
            for point in points { line.add(x: point.clock, y: point.arrival) }
            for point in points { residuals.add(nanoseconds: line.residual(x: point.clock, y: point.arrival)) }
        }
        points.removeAll(keepingCapacity: true)
    }

    private mutating func endSegment() {
        closeWindow()
        if let slope = segment.slope, slope > 0, elapsed >= Double(Self.leastSpan.nanoseconds),
            elapsed > best?.span ?? 0
        {
            best = (elapsed, slope)
        }
        segment = LineFit()
    }

    /// What was measured, the unfinished window included.
    var facts: ClockFacts {
        var ended = self
        ended.endSegment()
        return ClockFacts(
            pid: pid, count: count, jumps: jumps, longestStep: longestStep,
            jitter: ended.residuals.quantile(0.99).map { StreamDuration(nanoseconds: Int64($0)) },
            driftPpm: ended.best.map { (1 / $0.slope - 1) * 1e6 })
    }
}
