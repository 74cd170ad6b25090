public import Timing

/// Whether a tuned channel loses too much, with hysteresis (SDK semantics 3.4, definitions B8).
///
/// It is fed with the samples of a ``LinkIndicator`` at whole seconds, in order and each once, so that the answer does not
/// depend on when it is asked for.
public struct PoorQuality: Hashable, Sendable {
    /// Samples up to this are low.
    public static let low = 3
    /// So many low samples in a row set it.
    public static let lowSamples = 5
    /// Samples from this on are high.
    public static let high = 6
    /// So many high samples in a row clear it.
    public static let highSamples = 10

    /// Whether the quality is poor.
    public private(set) var isPoor = false
    /// The last sample that was taken; none before it is taken again.
    public private(set) var last: StreamTime
    private var lowCount = 0
    private var highCount = 0

    /// Takes the samples behind `start`, the instant at which the channel was tuned.
    public init(since start: StreamTime) { last = start }

    /// Takes a sample; one that is not behind the last one is passed over.
    public mutating func take(_ sample: LinkIndicator.Sample) {
        guard sample.time > last else { return }
        last = sample.time
        lowCount = sample.value <= Self.low ? lowCount + 1 : 0
        highCount = sample.value >= Self.high ? highCount + 1 : 0
        if lowCount >= Self.lowSamples {
            isPoor = true
        } else if isPoor, sample.value > Self.low, highCount >= Self.highSamples || !sample.hasFailures {
            isPoor = false
        }
    }

    /// Takes what an indicator sampled up to `now`.
    public mutating func take(_ link: LinkIndicator, through now: StreamTime) {
        for sample in link.samples(after: last, through: now) { take(sample) }
    }
}
