/// How the files on the disk are doing.
public struct FileStoreFacts: Sendable, Hashable {
    /// Bytes of all files, those on their way included.
    public var bytes: UInt64 = 0
    /// Files that became whole and were checked.
    public var ready: UInt64 = 0
    /// Files that were refused for the quota or for want of space.
    public var refusedForSpace: UInt64 = 0
    /// Files that were refused for their names: they lead elsewhere, or are folders of other files.
    public var refusedForName: UInt64 = 0
    /// Files whose length, digest or coding is not what the table says.
    public var failedChecks: UInt64 = 0
    /// Files that could not be written, or were given up because the disk was too slow.
    public var failedWrites: UInt64 = 0

    /// Nothing yet.
    public init() {}
}
