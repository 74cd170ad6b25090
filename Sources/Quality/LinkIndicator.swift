public import Protection
public import Timing

/// The health of a channel's network as one whole number, 0 (nothing usable) … 10 (nothing lost).
///
/// Over the windows closed in the last ten seconds, weighted by their source packets k: F is the share of failed windows,
/// S the mean of d/R (at most 1) over recovered ones, and the indicator is 10·(1 − F)⁸·(1 − S/2), rounded half up. It is
/// 0 when no window closed in these ten seconds, or no packet arrived for one.
public struct LinkIndicator: Sendable {
    /// How long a window counts.
    public static let span = StreamDuration(seconds: 10)
    /// How often the indicator is sampled.
    public static let interval = StreamDuration(seconds: 1)
    /// After this long without a packet the indicator is 0.
    public static let silence = StreamDuration(seconds: 1)
    /// How fast failed windows lower the indicator: the power of 1 − F.
    public static let failureExponent = 8
    /// How much of the indicator a repair that took all repair packets costs.
    public static let repairWeight = 0.5

    /// A value that held from an instant on.
    public struct Change: Hashable, Sendable {
        /// The sample from which the value held.
        public var time: StreamTime
        /// The value, 0…10.
        public var value: Int

        /// The value that held from `time` on.
        public init(time: StreamTime, value: Int) {
            self.time = time
            self.value = value
        }
    }

    /// The indicator at one whole second.
    public struct Sample: Hashable, Sendable {
        /// The second.
        public var time: StreamTime
        /// The value, 0…10.
        public var value: Int
        /// Whether a window failed that counts in it.
        public var hasFailures: Bool

        /// What was sampled at `time`.
        public init(time: StreamTime, value: Int, hasFailures: Bool) {
            self.time = time
            self.value = value
            self.hasFailures = hasFailures
        }
    }

    /// Samples that are told one by one, six hours of them; of later ones the means of ten are told (definitions D13).
    public static let singleSamples = 21_600
    static let meanSamples = 10

    /// The windows closed within one second of stream time, up to and with a whole one: samples need only their sums, and
    /// a window may be as small as one packet.
    private struct Second: Sendable {
        /// The whole second at which they are sampled first.
        var end: Int64
        var weight = 0.0
        var failed = 0.0
        var used = 0.0
    }

    /// The changes of the indicator, oldest first.
    public private(set) var timeline: [Change] = []
    /// The lowest sample; nil before the first.
    public private(set) var minimum: Int?
    /// The last sample (`session_link_indicator`); 0 before the first.
    public private(set) var value = 0
    private var sum = 0
    private var samples = 0
    private var unfinished = (start: StreamTime(nanoseconds: 0), sum: 0, count: 0)
    private var seconds: [Second] = []
    private var log = SampleLog()
    private var mostRepairs = 0
    private var run = -1

    /// An indicator without windows.
    public init() {}

    /// The mean of all samples; nil before the first.
    public var mean: Double? { samples == 0 ? nil : Double(sum) / Double(samples) }

    /// Takes a window that was closed; windows in no class are passed over.
    public mutating func add(_ record: WindowRecord) {
        if record.run != run {
            run = record.run
            mostRepairs = 0
        }
        mostRepairs = max(mostRepairs, record.r)
        guard record.isClassified else { return }
        let place = second(endingAt: Self.end(of: record.closed))
        let weight = Double(record.k)
        seconds[place].weight += weight
        switch record.outcome {
        case .recoveryFailed: seconds[place].failed += weight
        case .recovered: seconds[place].used += weight * share(of: record)
        case .noLoss, .partial, .open: break
        }
    }

    /// The whole second of stream time at or after `time`.
    private static func end(of time: StreamTime) -> Int64 {
        let (quotient, remainder) = time.nanoseconds.quotientAndRemainder(dividingBy: interval.nanoseconds)
        return remainder > 0 ? quotient + 1 : quotient
    }

    /// Where the sums of the second are kept; windows are told nearly in the order of closing.
    private mutating func second(endingAt end: Int64) -> Int {
        let place = (seconds.lastIndex { $0.end <= end } ?? -1) + 1
        if place > 0, seconds[place - 1].end == end { return place - 1 }
        seconds.insert(Second(end: end), at: place)
        return place
    }

    /// Samples the indicator at `time`, a whole second of stream time, when every window due by then has been added;
    /// `lastArrival` is the channel's last source packet.
    ///
    /// Packets of another SSRC that may be a restart or another channel are the channel's only when that is decided, so
    /// until then the channel may count as silent; packets of its own SSRC count at once, whatever their numbers.
    public mutating func sample(at time: StreamTime, lastArrival: StreamTime?) {
        let start = Self.end(of: time) - Self.span.nanoseconds / Self.interval.nanoseconds
        seconds.removeAll { $0.end <= start }
        guard samples > 0 || !seconds.isEmpty else { return }
        let isSilent = lastArrival.map { time - $0 >= Self.silence } ?? true
        value = isSilent ? 0 : indicator
        tell(value, at: time)
        log.append(value, hasFailures: seconds.contains { $0.failed > 0 }, at: Self.end(of: time))
        minimum = min(minimum ?? value, value)
        sum += value
        samples += 1
    }

    /// The samples behind `start` up to `end`, of the last 2 048 seconds at least; none before the first one that was taken.
    ///
    /// A channel at rest is not sampled one by one: seconds behind its last sample are 0.
    public func samples(after start: StreamTime, through end: StreamTime) -> [Sample] {
        log.samples(after: Self.second(of: start), through: Self.second(of: end))
    }

    /// The whole second of stream time at or before `time`.
    private static func second(of time: StreamTime) -> Int64 {
        let (quotient, remainder) = time.nanoseconds.quotientAndRemainder(dividingBy: interval.nanoseconds)
        return remainder < 0 ? quotient - 1 : quotient
    }

    private mutating func tell(_ value: Int, at time: StreamTime) {
        guard samples >= Self.singleSamples else { return change(to: value, at: time) }
        if unfinished.count == 0 { unfinished = (time, 0, 0) }
        unfinished.sum += value
        unfinished.count += 1
        guard unfinished.count == Self.meanSamples else { return }
        change(to: (unfinished.sum + Self.meanSamples / 2) / Self.meanSamples, at: unfinished.start)
        unfinished.count = 0
    }

    private mutating func change(to value: Int, at time: StreamTime) {
        if timeline.last?.value != value { timeline.append(Change(time: time, value: value)) }
    }

    /// Takes `count` samples of a channel that has been silent for longer than any of them looks back: each is 0.
    ///
    /// The last sample taken one by one must have been 0 already.
    public mutating func rested(samples count: Int64) {
        guard samples > 0 else { return }
        samples += Int(clamping: count)
    }

    /// The indicator over the windows that count; 0 when there is none.
    private var indicator: Int {
        var all = 0.0
        var failed = 0.0
        var used = 0.0
        for second in seconds {
            all += second.weight
            failed += second.failed
            used += second.used
        }
        guard all > 0 else { return 0 }
        let kept = 1 - failed / all
        var power = 1.0
        for _ in 0..<Self.failureExponent { power *= kept }
        return Int(10 * power * (1 - Self.repairWeight * (used / all)) + 0.5)
    }

    /// How much of a window's repair packets its repair took, 0…1.
    ///
    /// Where nobody said how many there are, the most that were seen in one window of the run count.
    private func share(of window: WindowRecord) -> Double {
        let capacity = window.capacity > 0 ? window.capacity : mostRepairs
        return capacity > 0 ? min(1, Double(window.d) / Double(capacity)) : 1
    }
}
