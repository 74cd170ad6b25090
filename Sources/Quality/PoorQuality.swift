public import Timing

/// Whether a tuned channel loses too much, with hysteresis (SDK semantics 3.4, definitions B8).
///
/// It is fed with the samples of a ``LinkIndicator`` at whole seconds, in order and each once, so that the answer does not
/// depend on when it is asked for.
public struct PoorQuality: Hashable, Sendable {
    /// What counts as low and as high, and for how long.
    public struct Thresholds: Hashable, Sendable {
        /// Samples up to this are low.
        public var low = 3
        /// So many low samples in a row set it.
        public var lowSamples = 5
        /// Samples from this on are high.
        public var high = 6
        /// So many high samples in a row clear it.
        public var highSamples = 10

        /// The usual ones.
        public init() {}
    }

    /// What counts as low and as high.
    public let thresholds: Thresholds
    /// Whether the quality is poor.
    public private(set) var isPoor = false
    /// The last sample that was taken; none before it is taken again.
    public private(set) var last: StreamTime
    private var lowCount = 0
    private var highCount = 0

    /// Takes the samples behind `start`, the instant at which the channel was tuned.
    public init(since start: StreamTime, thresholds: Thresholds = Thresholds()) {
        last = start
        self.thresholds = thresholds
    }

    /// Takes a sample; one that is not behind the last one is passed over.
    public mutating func take(_ sample: LinkIndicator.Sample) {
        guard sample.time > last else { return }
        last = sample.time
        lowCount = sample.value <= thresholds.low ? lowCount + 1 : 0
        highCount = sample.value >= thresholds.high ? highCount + 1 : 0
        if lowCount >= thresholds.lowSamples {
            isPoor = true
        } else if isPoor, sample.value > thresholds.low, highCount >= thresholds.highSamples || !sample.hasFailures {
            isPoor = false
        }
    }

    /// Takes what an indicator sampled up to `now`.
    public mutating func take(_ link: LinkIndicator, through now: StreamTime) {
        for sample in link.samples(after: last, through: now) { take(sample) }
    }
}
