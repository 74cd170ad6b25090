/// A stretch of decoded sound.
public struct DecodedSound: Sendable {
    /// When its first sample is heard, in 1/90000 s on the time line of its run.
    public var pts: Int64
    /// Samples a second.
    public var sampleRate: Int
    /// Channels.
    public var channels: Int
    /// The samples, -1 … 1, channels interleaved.
    public var samples: [Float]

    /// States a stretch of sound.
    public init(pts: Int64, sampleRate: Int, channels: Int, samples: [Float]) {
        self.pts = pts
        self.sampleRate = sampleRate
        self.channels = channels
        self.samples = samples
    }

    /// How long it lasts, in seconds.
    public var seconds: Double {
        sampleRate > 0 && channels > 0 ? Double(samples.count / channels) / Double(sampleRate) : 0
    }
}
