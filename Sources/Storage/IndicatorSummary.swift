public import Timing

/// Uploads in short: how many, when, and the link indicators in them.
public struct IndicatorSummary: Hashable, Sendable {
    /// How many uploads.
    public var uploads = 0
    /// When the first of them came.
    public var first = StreamTime(nanoseconds: 0)
    /// When the last of them came.
    public var last = StreamTime(nanoseconds: 0)
    /// The lowest link indicator, 0 … 10.
    public var lowest = 0
    /// The highest one.
    public var highest = 0
    /// Their mean.
    public var mean = 0.0
}

extension IndicatorSummary {
    /// All of `parts` together.
    init(joining parts: [IndicatorSummary]) {
        guard let start = parts.first else { return }
        self = start
        var sum = start.mean * Double(start.uploads)
        for part in parts.dropFirst() {
            uploads += part.uploads
            first = min(first, part.first)
            last = max(last, part.last)
            lowest = min(lowest, part.lowest)
            highest = max(highest, part.highest)
            sum += part.mean * Double(part.uploads)
        }
        mean = uploads > 0 ? sum / Double(uploads) : 0
    }
}
