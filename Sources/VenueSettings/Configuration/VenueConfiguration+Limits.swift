extension VenueConfiguration {
    /// The most bytes a configuration file may have.
    public static let sizeLimit = 262_144
    /// The shortest and longest slot, in milliseconds: a tick to a minute.
    public static let slotRangeMs = 100...60_000
    static let portRange = 1...65_535
    static let announcementPeriodRangeMs = 50...600_000
    /// Seconds of history that a channel may keep.
    public static let historySecondsRange = 5...600
    static let windowRange = 1...255
    static let indicatorRange = 0...10
    static let poorSecondsRange = 1...600
    static let offsetRangeMs = -3_600_000...3_600_000
    static let reporterIntervalRange = 1...86_400
    static let retentionRange = 1...36_500
}
