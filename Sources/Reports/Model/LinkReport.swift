public import Timing

/// The link indicator, 0 (nothing arrives whole) to 10 (nothing to repair), sampled at whole seconds.
public struct LinkReport: Sendable, Equatable {
    /// A change of the indicator.
    public struct Change: Sendable, Equatable {
        /// The sample's instant.
        public var time: StreamTime
        /// The value from then on.
        public var value: Int

        /// From `time` on the indicator is `value`.
        public init(time: StreamTime, value: Int) {
            self.time = time
            self.value = value
        }
    }

    /// The last sample.
    public var last: Int
    /// The lowest sample.
    public var min: Int
    /// The mean of all samples.
    public var mean: Double
    /// The changes, oldest first.
    public var timeline: [Change]

    /// The indicator's course.
    public init(last: Int, min: Int, mean: Double, timeline: [Change] = []) {
        self.last = last
        self.min = min
        self.mean = mean
        self.timeline = timeline
    }
}
