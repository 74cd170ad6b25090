import Timing

/// An interface that a pcapng section describes, and what was dropped on it.
struct CaptureInterface: Sendable {
    var linkType: LinkType
    /// The most bytes kept of a frame; 0 means all.
    var snapLength: UInt32
    var resolution = TimestampResolution.microseconds
    /// Seconds to add to every stamp.
    var offset: Int64 = 0
    /// The drops of its last statistics block.
    var statedDrops: UInt64 = 0
    /// The sum of the drop counts of its frames.
    var countedDrops: UInt64 = 0

    var drops: UInt64 { max(statedDrops, countedDrops) }

    /// The instant of a stamp; stops at the ends of the range.
    func time(ofTicks ticks: UInt64) -> StreamTime {
        let nanoseconds = resolution.nanoseconds(in: ticks)
        guard offset != 0 else { return StreamTime(nanoseconds: nanoseconds) }
        let (shift, overflow) = offset.multipliedReportingOverflow(by: 1_000_000_000)
        let bounded = overflow ? (offset < 0 ? Int64.min : .max) : shift
        return StreamTime(nanoseconds: nanoseconds) + StreamDuration(nanoseconds: bounded)
    }

    mutating func countDrops(_ count: UInt64) {
        let (sum, overflow) = countedDrops.addingReportingOverflow(count)
        countedDrops = overflow ? .max : sum
    }
}
