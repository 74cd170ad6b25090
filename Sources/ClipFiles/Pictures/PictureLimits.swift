import Clips
import MediaIO

/// What pictures may cost, whatever is asked.
///
/// Beside these, a picture has at most `PictureDecoder.sampleLimit` samples, a file at most those of
/// `StillRequest.widthRange` and `PictureSheet.sideLimit`.
public struct PictureLimits: Hashable, Sendable {
    /// Decoders at a time, each on a thread of its own.
    public var decoders = 2
    /// Pictures that wait for a decoder; what comes then is told to come again.
    public var waiting = 64
    /// Readers that wait for pictures.
    public var readers = 1_024
    /// How long a picture may wait for a decoder.
    public var patience = Duration.seconds(10)
    /// How long one file may take once it is begun.
    public var decodeTime = Duration.seconds(10)
    /// Pictures that are decoded on the way to one.
    public var onTheWay = 4_096
    /// Bytes of files that are kept ready for further readers.
    public var cacheBytes = 64 << 20

    /// The usual limits.
    public init() {}
}
