public import Timing

/// What a capture file is and what was met while reading it: the `capture` part of a report.
public struct CaptureFacts: Hashable, Sendable {
    /// The file's name without its folders; "-" for standard input.
    public var file: String
    /// How it is written.
    public var format: CaptureFormat
    /// Whether it is compressed with gzip.
    public var isGzip = false
    /// The link types that it describes, in order.
    public var linkTypes: [LinkType] = []
    /// The resolutions of its stamps, in order.
    public var resolutions: [TimestampResolution] = []
    /// Packet frames in it.
    public var frames: UInt64 = 0
    /// Bytes of the capture that were read, after inflating.
    public var bytes: UInt64 = 0
    /// Bytes of its frames on the wire.
    public var frameBytes: UInt64 = 0
    /// Stream time of the first frame.
    public var firstTime: StreamTime?
    /// Stream time of the last frame.
    public var lastTime: StreamTime?
    /// Frames of which the capture kept only the beginning.
    public var truncatedFrames: UInt64 = 0
    /// Frames that the capturer says it lost.
    public var captureDrops: UInt64 = 0
    /// Datagrams with a wrong UDP or IPv4 checksum, used nevertheless.
    public var checksumMismatches: UInt64 = 0
    /// What the frames without a datagram were, in words.
    public var contents: [SkipCounts.Entry] = []
    /// Frames that were skipped, by reason.
    public var skipped = SkipCounts()
    /// The first steps of its clock, up to a limit.
    public var clockSteps: [ClockStep] = []
    /// All steps of its clock.
    public var clockStepCount = 0
    /// The first comments in it, up to a limit.
    public var comments: [CaptureComment] = []
    /// All comments in it.
    public var commentCount = 0
    /// The application that wrote it, when it says so.
    public var application: String?
    /// Where and how it ends too early; nil when it is whole.
    public var cut: CaptureCut?

    /// States a capture in which nothing was read yet.
    public init(file: String, format: CaptureFormat) {
        self.file = file
        self.format = format
    }

    /// A live session in which nothing has arrived yet: no file, stamps in nanoseconds.
    public static func live() -> Self {
        var facts = Self(file: "", format: .live)
        facts.resolutions = [.nanoseconds]
        return facts
    }

    /// The names of the link types as tcpdump prints them.
    public var linkTypeNames: [String] { linkTypes.map(\.description) }

    /// The coarsest of the resolutions as reports print it: "us", "ns", "2^-20".
    public var resolution: String {
        resolutions.max { $0.tickLength < $1.tickLength }?.description ?? TimestampResolution.microseconds.description
    }
}
