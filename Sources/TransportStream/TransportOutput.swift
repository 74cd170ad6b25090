public import NetworkFormats

/// What an analyzer tells, in order; its owner empties it and uses it again.
public struct TransportOutput: Sendable {
    /// A program's clock was set anew.
    public struct ClockChange: Hashable, Sendable {
        /// The PID that carries the clock.
        public var pid: UInt16
        /// When it was seen.
        public var moment: Moment
        /// Whether the stream said so (`discontinuity_indicator`); otherwise the clock just jumped.
        public var isAnnounced: Bool
    }

    /// Access units that are complete.
    public internal(set) var accessUnits: [AccessUnit] = []
    /// The bytes of all these units.
    public internal(set) var ranges: [PayloadRange] = []
    /// How many times a continuity counter did not go on as it must (TR 101 290, 1.4).
    public internal(set) var continuityErrors = 0
    /// Clocks that were set anew.
    public internal(set) var clockChanges: [ClockChange] = []
    /// How many tables were read that differ from the ones before.
    public internal(set) var tableChanges = 0

    /// Nothing told.
    public init() {}

    /// Whether nothing has been told.
    @inlinable public var isEmpty: Bool {
        accessUnits.isEmpty && continuityErrors == 0 && clockChanges.isEmpty && tableChanges == 0
    }

    /// Empties it and keeps its memory.
    public mutating func removeAll() {
        accessUnits.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
        clockChanges.removeAll(keepingCapacity: true)
        continuityErrors = 0
        tableChanges = 0
    }
}

extension TransportOutput {
    mutating func add(_ unit: AccessUnit, ranges more: [PayloadRange]) {
        var unit = unit
        let start = ranges.count
        ranges.append(contentsOf: more)
        unit.ranges = start..<ranges.count
        accessUnits.append(unit)
    }

    mutating func add(_ change: ClockChange) { clockChanges.append(change) }
    mutating func countContinuityError() { continuityErrors += 1 }
    mutating func countTableChange() { tableChanges += 1 }
}
