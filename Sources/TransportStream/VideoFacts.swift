public import Timing

/// What is known of a channel's pictures.
public struct VideoFacts: Hashable, Sendable {
    /// How they are coded.
    public var codec: Codec
    /// Their size, once a parameter set was seen.
    public var size: PictureSize?
    /// Access units of which at least the beginning was seen.
    public var frames: Int
    /// Those of them that miss at least one packet.
    public var damagedFrames: Int
    /// Units of which nothing usable came, as far as the step of decoding times across a hole tells.
    public var lostFrames: Int
    /// Units at which decoding can start.
    public var randomAccessPoints: Int
    /// Whether some of these are H.264 pictures other than IDRs, or have leading pictures that need what was before.
    public var hasOpenGroups: Bool
    /// The median presentation time from one random access point to the next; nil before the second.
    public var medianInterval: StreamDuration?
    /// The longest such time.
    public var longestInterval: StreamDuration?

    /// `num_dropped_video_frames`: access units with at least one packet that did not come and was not repaired.
    public var droppedFrames: Int { damagedFrames + lostFrames }

    /// States what is known.
    public init(
        codec: Codec, size: PictureSize?, frames: Int, damagedFrames: Int, lostFrames: Int, randomAccessPoints: Int,
        hasOpenGroups: Bool, medianInterval: StreamDuration?, longestInterval: StreamDuration?
    ) {
        self.codec = codec
        self.size = size
        self.frames = frames
        self.damagedFrames = damagedFrames
        self.lostFrames = lostFrames
        self.randomAccessPoints = randomAccessPoints
        self.hasOpenGroups = hasOpenGroups
        self.medianInterval = medianInterval
        self.longestInterval = longestInterval
    }
}
