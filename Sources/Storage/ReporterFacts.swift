/// What a store of uploads has done since it was opened.
public struct ReporterFacts: Hashable, Sendable {
    /// Uploads that are on the disk.
    public var stored: UInt64 = 0
    /// Transactions that they took.
    public var commits: UInt64 = 0
    /// Uploads that could not be written.
    public var failed: UInt64 = 0
    /// Uploads that were refused because too many waited.
    public var refused: UInt64 = 0
    /// Uploads that were removed: expired, too many, or asked for.
    public var removed: UInt64 = 0
    /// Times that a damaged file was put aside.
    public var damaged: UInt64 = 0
    /// Bytes of the database that hold something.
    public var bytes = 0
    /// Jobs that wait.
    public var waiting = 0

    /// Nothing yet.
    public init() {}
}
