/// What saved clips may cost the disk.
public struct ClipStoreLimits: Sendable, Hashable {
    /// Bytes of all saved clips together.
    public var quota: Int
    /// Bytes that are left free on the disk.
    public var freeSpace: Int
    /// How many clips are saved at most.
    public var clips: Int

    /// The quota unless another is given: 4 GiB.
    public static let usualQuota = 4 << 30
    /// What is left free unless told otherwise: 512 MiB.
    public static let usualFreeSpace = 512 << 20
    /// Clips unless told otherwise: as many as a list in memory holds with ease.
    public static let usualClips = 10_000
    /// Bytes of a name that a person gives a clip.
    public static let nameLimit = 256
    /// Bytes of a note that a person writes to a clip.
    public static let noteLimit = 4_096
    /// Clips that one page of the list brings at most.
    public static let pageRange = 1...1_000
    /// Bytes of what a clip says of itself; a longer one on the disk is not ours.
    static let factsLimit = 262_144

    /// Limits.
    public init(
        quota: Int = ClipStoreLimits.usualQuota, freeSpace: Int = ClipStoreLimits.usualFreeSpace,
        clips: Int = ClipStoreLimits.usualClips
    ) {
        self.quota = max(0, quota)
        self.freeSpace = max(0, freeSpace)
        self.clips = max(0, clips)
    }
}
