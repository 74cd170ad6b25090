/// A coded picture of a source stream (or, where there is sound alone, a frame of it).
struct SourcePicture: Hashable {
    /// Why decoding can start at it.
    enum Point { case instantaneous, open }

    /// When it is presented and decoded, in 1/90000 s without wraps.
    var pts: Int64
    var dts: Int64
    /// nil when decoding cannot start at it.
    var point: Point?
    /// Whether it cannot be decoded when decoding starts at the random access point that it follows.
    var isSkipped = false
    /// The number that it carries: its place in the order of presentation.
    var number = 0
    /// When its last datagram arrived, in nanoseconds.
    var completed: Int64 = 0
    /// When it is presented, as UTC in nanoseconds.
    var time: Int64 = 0
}

/// A frame of a source's sound.
struct SourceFrame: Hashable {
    /// When it is presented, in 1/90000 s without wraps.
    var pts: Int64
    /// Its bytes as MP4 has them; empty where ffmpeg does not write them.
    var bytes: [UInt8]
}

/// A track of a source's sound.
struct SourceSound {
    var frames: [SourceFrame]
    /// Samples in a frame, and a second.
    var frameLength: Int
    var rate: Int
    /// What the frames decode to, one channel.
    var samples: [Float]

    /// How long a frame lasts, in 1/90000 s.
    var ticks: Int64 { Int64(frameLength) * 90_000 / Int64(rate) }
}
