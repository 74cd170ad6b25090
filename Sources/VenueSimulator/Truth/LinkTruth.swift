public import Timing

/// The link indicator of a channel at each whole second.
public struct LinkTruth: Hashable, Sendable {
    /// One value.
    public struct Sample: Hashable, Sendable {
        /// The whole second.
        public var time: StreamTime
        /// 0…10.
        public var value: Int

        /// `value` at `time`.
        public init(time: StreamTime, value: Int) {
            self.time = time
            self.value = value
        }
    }

    /// The values, from the first second with a closed window to the end.
    public var samples: [Sample] = []

    /// States the values.
    public init(samples: [Sample] = []) { self.samples = samples }

    /// The last value (`session_link_indicator`); nil without any.
    public var last: Int? { samples.last?.value }

    /// The lowest value; nil without any.
    public var lowest: Int? { samples.map(\.value).min() }

    /// The mean value; nil without any.
    public var mean: Double? {
        samples.isEmpty ? nil : Double(samples.reduce(0) { $0 + $1.value }) / Double(samples.count)
    }

    /// The samples that differ from the one before.
    public var changes: [Sample] {
        samples.enumerated().filter { $0.offset == 0 || samples[$0.offset - 1].value != $0.element.value }.map(
            \.element)
    }
}
