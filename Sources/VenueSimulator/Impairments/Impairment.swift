public import Timing

/// What the network does to one channel, reproducible from the channel's seed.
///
/// Times are those of arrival.
public struct Impairment: Hashable, Sendable {
    /// A time in which nothing of the channel arrives.
    public struct Outage: Hashable, Sendable {
        /// When it begins, counted from the channel's first packet.
        public var start: StreamDuration
        /// How long it lasts.
        public var length: StreamDuration

        /// Silence of `length` from `start` on.
        public init(start: StreamDuration, length: StreamDuration) {
            self.start = start
            self.length = length
        }
    }

    /// Loss of source packets.
    public var loss: LossModel
    /// Loss of repair packets.
    public var repairLoss: LossModel
    /// Probability that a source packet arrives twice.
    public var duplicates: Double
    /// Probability that a repair packet arrives twice.
    public var repairDuplicates: Double
    /// Probability that a source packet takes a detour of `detour`.
    public var detours: Double
    /// How much longer a detour takes, at most; at least a quarter of it.
    public var detour: StreamDuration
    /// Probability that a source packet is held up for `hold`.
    public var holds: Double
    /// How long a held up packet takes, at most; at least a quarter of it.
    public var hold: StreamDuration
    /// Every packet takes between 0 and this longer.
    public var jitter: StreamDuration
    /// Times of silence.
    public var outages: [Outage]
    /// How many source packets at the start of each run are neither lost nor late.
    public var sparedSources: Int
    /// How many repair packets at the start of each run are neither lost nor late.
    public var sparedRepairs: Int

    /// A perfect network unless told otherwise; the first packet of each run is spared.
    public init(
        loss: LossModel = .none, repairLoss: LossModel = .none, duplicates: Double = 0, repairDuplicates: Double = 0,
        detours: Double = 0, detour: StreamDuration = .zero, holds: Double = 0, hold: StreamDuration = .zero,
        jitter: StreamDuration = .zero, outages: [Outage] = [], sparedSources: Int = 1, sparedRepairs: Int = 0
    ) {
        self.loss = loss
        self.repairLoss = repairLoss
        self.duplicates = duplicates
        self.repairDuplicates = repairDuplicates
        self.detours = detours
        self.detour = detour
        self.holds = holds
        self.hold = hold
        self.jitter = jitter
        self.outages = outages
        self.sparedSources = sparedSources
        self.sparedRepairs = sparedRepairs
    }

    /// Source packets of a run before which none is held up, so that the run's lowest number is among its first 100
    /// packets.
    static let packetsBeforeHolds = 30
}
