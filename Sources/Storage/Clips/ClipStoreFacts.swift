/// How saved clips are doing.
public struct ClipStoreFacts: Hashable, Sendable {
    /// Clips that people saved.
    public var pinned = 0
    /// Clips that were saved by themselves.
    public var automatic = 0
    /// Bytes of them all, those on their way included.
    public var bytes = 0
    /// Bytes that they may take.
    public var quota = 0
    /// Clips that were saved since the start.
    public var saved: UInt64 = 0
    /// Clips that were removed since the start, those that made room included.
    public var removed: UInt64 = 0
    /// Clips for which there was no room.
    public var refused: UInt64 = 0
    /// Clips that the disk did not take.
    public var failed: UInt64 = 0
    /// Clips that were half made when the store was opened, and are gone.
    public var swept = 0
    /// Clips on the disk that contradict themselves: they are neither shown nor touched.
    public var damaged = 0

    /// Nothing happened yet.
    public init() {}
}
