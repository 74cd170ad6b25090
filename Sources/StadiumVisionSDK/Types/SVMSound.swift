import MediaIO
import Playback
import Timing

/// Decoded sound that is due.
public struct SVMSound: Sendable {
    /// When its first sample is heard on the time line of pictures, as nanoseconds since 1970-01-01T00:00:00Z.
    public let timeNanoseconds: Int64
    /// Samples a second.
    public let sampleRate: Int
    /// Channels.
    public let channels: Int
    /// The samples, -1 … 1, channels interleaved.
    public let samples: [Float]

    init(_ played: PlayedSound) {
        timeNanoseconds = played.time.nanoseconds
        sampleRate = played.sound.sampleRate
        channels = played.sound.channels
        samples = played.sound.samples
    }
}
