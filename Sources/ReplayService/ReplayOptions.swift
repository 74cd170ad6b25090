public import ClipFiles
public import Storage
public import VenueSettings

/// How a venue is shown.
public struct ReplayOptions: Sendable {
    /// Tokens one of which every request must bear; empty when anybody may ask.
    public var tokens: Set<String>
    /// Bytes of segments that are kept ready for further readers.
    public var segmentCacheBytes: Int
    /// Bytes that all clips together may take while they are made and sent.
    public var clipBudgetBytes = ReplayOptions.usualClipBudgetBytes
    /// What stills and storyboards may cost.
    public var pictures = PictureLimits()
    /// Where uploads of devices are kept, which its owner stops; nil when they are not taken.
    public var reporter: ReporterStore?
    /// Where clips are saved, whose owner makes it; nil when none are.
    public var clips: ClipStore?
    /// Whether evidence of failed windows and of service that went down is saved without anybody asking, where clips are.
    public var pinsEvidence = true
    /// Where sentences go.
    public var log = ServiceLog()
    /// Puts what a person fixed otherwise over a configuration.
    public var merging: @Sendable (VenueConfiguration) -> VenueConfiguration = { $0 }
    /// Whether the venue is a capture, which is not joined anew.
    public var isCapture = false
    /// The clock by which players expire.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Bytes of segments kept ready unless told otherwise.
    public static let usualSegmentCacheBytes = 128 << 20

    /// Bytes that clips take together unless told otherwise.
    public static let usualClipBudgetBytes = 512 << 20

    /// Shows the venue to those who bear one of `tokens`, or to everybody.
    public init(
        tokens: Set<String> = [], segmentCacheBytes: Int = ReplayOptions.usualSegmentCacheBytes,
        log: ServiceLog = ServiceLog()
    ) {
        self.tokens = tokens
        self.segmentCacheBytes = segmentCacheBytes
        self.log = log
    }
}
