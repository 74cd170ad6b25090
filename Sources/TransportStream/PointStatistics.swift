/// Counts a video track's random access points and tells which pictures lead one.
struct PointStatistics: Sendable {
    private struct Point: Sendable {
        var pts: Int64
        var timeBase: UInt32
        var kind: RandomAccessKind
        var isClosed: Bool
    }

    private var last: Point?
    private(set) var count = 0
    private(set) var hasOpenGroups = false
    private(set) var intervals = IntervalCounts()

    /// Takes a unit in decoding order; returns the flags that say whether it leads the last random access point.
    mutating func take(
        pts: Int64, timeBase: UInt32, kind: RandomAccessKind?, findings: UnitFindings, syntax: UnitScanner.Syntax
    ) -> AccessUnitFlags {
        if let kind {
            count += 1
            if kind == .recoveryPoint { hasOpenGroups = true }
            if let last, last.timeBase == timeBase, pts > last.pts { intervals.add(pts &- last.pts) }
            last = Point(pts: pts, timeBase: timeBase, kind: kind, isClosed: findings.isClosed)
            return []
        }
        var flags: AccessUnitFlags = []
        if syntax == .hevc {
            if findings.isLeading { flags.insert(.leading) }
            if findings.isSkipped { flags.insert(.skippedLeading) }
        } else if let last, last.timeBase == timeBase, pts < last.pts {
            flags.insert(.leading)
            let isOpen = last.kind == .recoveryPoint || last.kind == .sequenceStart && !last.isClosed
            if isOpen { flags.insert(.skippedLeading) }
        }
        if flags.contains(.skippedLeading) { hasOpenGroups = true }
        return flags
    }

    /// Adds what another track counted.
    mutating func merge(_ other: Self) {
        count += other.count
        hasOpenGroups = hasOpenGroups || other.hasOpenGroups
        intervals.merge(other.intervals)
    }
}
