/// What received files may cost the disk.
public struct FileStoreLimits: Sendable, Equatable {
    /// Bytes of all files together, those on their way included.
    public var quota: UInt64
    /// Bytes that are left free on the disk.
    public var freeSpace: UInt64
    /// Bytes that may wait to be written.
    public var backlog: Int

    /// The quota unless another is given.
    public static let usualQuota: UInt64 = 1 << 30
    /// What is left free unless told otherwise.
    public static let usualFreeSpace: UInt64 = 256 << 20

    /// Limits.
    public init(
        quota: UInt64 = FileStoreLimits.usualQuota, freeSpace: UInt64 = FileStoreLimits.usualFreeSpace,
        backlog: Int = 64 << 20
    ) {
        self.quota = quota
        self.freeSpace = freeSpace
        self.backlog = backlog
    }
}
