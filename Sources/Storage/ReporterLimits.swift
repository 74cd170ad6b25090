/// What a store of uploads keeps, and how much may wait for it.
public struct ReporterLimits: Hashable, Sendable {
    /// How long an upload is kept, in days.
    public var retentionDays: Int
    /// Bytes of the database; the oldest uploads give way to new ones.
    public var bytes: Int
    /// Uploads that may wait to be written; further ones are refused.
    public var waiting: Int
    /// Uploads that one transaction takes.
    public var batch: Int
    /// Uploads that one step of tidying removes: what comes meanwhile waits for one step at most.
    public var step: Int

    /// Bytes of the database unless told otherwise.
    public static let usualBytes = 1 << 30
    /// Entries of a list that one answer brings at most.
    public static let pageRange = 1...1_000
    /// The newest uploads by way of an access point that its summary is made of.
    public static let summaryLimit = 100_000
    /// How often expired uploads are looked for, in seconds.
    static let tidySeconds = 60
    /// Bytes of a database that is checked page by page when it is opened; a larger one is checked as it is read.
    static let checkedBytes = 256 << 20

    /// The usual limits.
    public init(
        retentionDays: Int = 30, bytes: Int = ReporterLimits.usualBytes, waiting: Int = 1_024, batch: Int = 256,
        step: Int = 200
    ) {
        self.retentionDays = retentionDays
        self.bytes = bytes
        self.waiting = waiting
        self.batch = max(1, batch)
        self.step = max(1, step)
    }
}
