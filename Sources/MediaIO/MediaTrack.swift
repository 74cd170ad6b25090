public import TransportStream

/// What a file says of one of its tracks; ``TrackProbe`` finds it in the stream.
public struct MediaTrack: Hashable, Sendable {
    /// How it is coded, and framed in the transport stream.
    public var codec: Codec
    /// The decoder's configuration: `avcC`, `hvcC`, the headers of an MPEG video sequence; `AudioSpecificConfig`, `dac3`,
    /// `dec3`, `OpusHead` (RFC 7845, 5.1); empty for MPEG audio.
    public var configuration: [UInt8]
    /// The parameter sets that `configuration` holds, each a NAL unit without start code.
    public var parameterSets: [[UInt8]]
    /// The size of its pictures; nil for audio.
    public var size: PictureSize?
    /// The shape of its pictures' samples; nil when they are squares, or nothing says it, and for audio.
    public var sampleAspect: SampleAspect?
    /// The language as ISO 639-2/T names it, three small letters such as "deu"; nil when it is not known.
    public var language: String?
    /// Audio samples a second; 0 for video.
    public var sampleRate: Int
    /// Audio channels; 0 for video.
    public var channels: Int
    /// Audio samples in a frame, for Opus in the first one; 0 for video.
    public var frameLength: Int
    /// The codec as MIME types and playlists name it (RFC 6381), such as `avc1.64001f` or `mp4a.40.2`.
    public var codecs: String
    /// A frame of which libavformat makes `dac3` or `dec3`.
    var frameAhead = FrameAhead()

    /// Any frame of a track does: those of equal tracks differ.
    struct FrameAhead: Hashable {
        var bytes: [UInt8] = []

        static func == (_: Self, _: Self) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }

    init(codec: Codec, configuration: [UInt8], parameterSets: [[UInt8]], size: PictureSize, codecs: String) {
        self.codec = codec
        self.configuration = configuration
        self.parameterSets = parameterSets
        self.size = size
        sampleRate = 0
        channels = 0
        frameLength = 0
        self.codecs = codecs
    }

    init(codec: Codec, configuration: [UInt8], sampleRate: Int, channels: Int, frameLength: Int, codecs: String) {
        self.codec = codec
        self.configuration = configuration
        parameterSets = []
        size = nil
        self.sampleRate = sampleRate
        self.channels = channels
        self.frameLength = frameLength
        self.codecs = codecs
    }

    /// Units of time a second in the file: 90000 for video, the sample rate for audio.
    public var timeScale: Int { codec.kind == .video ? 90_000 : max(1, sampleRate) }

    /// Whether Chromium, Firefox and Safari play it from MP4; the others need a player that decodes it itself.
    public var playsInBrowsers: Bool { codec == .h264 || codec == .aac || codec == .aacLATM || codec == .mp3 }

    /// Whether its samples are NAL units behind their lengths; else they go into files as they are.
    var isLengthPrefixed: Bool { codec == .h264 || codec == .hevc }

    /// Whether libavformat takes the decoder's configuration from the first sample.
    var needsFrameAhead: Bool { codec == .ac3 || codec == .eac3 }

    /// The configuration that libavformat is given.
    var fileConfiguration: [UInt8] { needsFrameAhead ? [] : configuration }
}
