public import Timing

/// What was read: the file, its frames, and what was passed over and why.
public struct CaptureReport: Sendable, Equatable {
    /// The file's name without its folder; "-" for standard input.
    public var file: String
    /// "pcap" or "pcapng", with ".gz" behind it when it was compressed; "live" when there is no file.
    public var format: String
    /// The link types met, by their registered names, in the order of their first frame or interface.
    public var linkTypes: [String]
    /// The unit of the time stamps: "s", "ms", "us", "ns"; the coarsest one when interfaces differ.
    public var resolution: String
    /// How many frames were read.
    public var frames: Int
    /// How many bytes of the file, after decompression, were read.
    public var bytes: Int
    /// The first frame's time; nil without frames.
    public var firstTime: StreamTime?
    /// The last frame's time; nil without frames.
    public var lastTime: StreamTime?
    /// Frames of which the capture kept only the beginning.
    public var truncatedFrames: Int
    /// Packets that the capturing machine itself says it dropped.
    public var captureDrops: Int
    /// Datagrams whose IPv4 or UDP checksum is wrong; they are analysed nonetheless.
    public var checksumMismatches: Int
    /// Frames that gave no datagram, by reason.
    public var skipped: SkippedFrames
    /// Where the clock was set back by more than a second, or nothing came for over an hour.
    public var clockSteps: [ClockStep]
    /// The frame behind which the file breaks off in the middle of a record; nil when it ends properly.
    public var cutAfterFrame: Int?
    /// What the frames carried, such as ("tcp", 12), in the order given; for captures that hold no channel.
    public var contents: [CountedReason]
    /// UDP flows that are no channel, busiest first.
    public var otherFlows: [OtherFlow]

    /// Whether it is no file but what came from the network; its frames are datagrams.
    public var isLive: Bool { format == "live" }

    /// A capture's facts; whatever is not given did not occur.
    public init(
        file: String, format: String, linkTypes: [String] = [], resolution: String = "us", frames: Int = 0,
        bytes: Int = 0, firstTime: StreamTime? = nil, lastTime: StreamTime? = nil, truncatedFrames: Int = 0,
        captureDrops: Int = 0, checksumMismatches: Int = 0, skipped: SkippedFrames = SkippedFrames(),
        clockSteps: [ClockStep] = [], cutAfterFrame: Int? = nil, contents: [CountedReason] = [],
        otherFlows: [OtherFlow] = []
    ) {
        self.file = file
        self.format = format
        self.linkTypes = linkTypes
        self.resolution = resolution
        self.frames = frames
        self.bytes = bytes
        self.firstTime = firstTime
        self.lastTime = lastTime
        self.truncatedFrames = truncatedFrames
        self.captureDrops = captureDrops
        self.checksumMismatches = checksumMismatches
        self.skipped = skipped
        self.clockSteps = clockSteps
        self.cutAfterFrame = cutAfterFrame
        self.contents = contents
        self.otherFlows = otherFlows
    }
}
