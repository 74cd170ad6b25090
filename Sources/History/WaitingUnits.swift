import TransportStream

/// Units whose time base has shown no picture yet, so that their picture times are not known.
struct WaitingUnits: Sendable {
    private(set) var units: [AccessUnit] = []
    private(set) var ranges: [PayloadRange] = []

    var isEmpty: Bool { units.isEmpty }

    /// Keeps a unit; when there are `limit` already, they are all given up first.
    mutating func append(_ unit: AccessUnit, _ more: ArraySlice<PayloadRange>, limit: Int) {
        if units.count >= limit || ranges.count >= ChannelHistory.chunkRangeLimit { self = Self() }
        var unit = unit
        let first = ranges.count
        ranges.append(contentsOf: more)
        unit.ranges = first..<ranges.count
        units.append(unit)
    }
}
