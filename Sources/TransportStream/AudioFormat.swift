/// Sample rate and channels of an audio stream, and its codec where the map left that open.
public struct AudioFormat: Hashable, Sendable {
    /// The codec as the stream's own header tells it.
    public var codec: Codec
    /// Samples a second and channel.
    public var sampleRate: Int
    /// Channels, low-frequency effects included; 0 when the header leaves that to the payload.
    public var channels: Int

    /// States a format.
    public init(codec: Codec, sampleRate: Int, channels: Int) {
        self.codec = codec
        self.sampleRate = sampleRate
        self.channels = channels
    }
}
