public import Bytes

/// One access unit on its way into a file: a coded picture, or the audio frames of one PES packet.
public struct MediaSample: Sendable {
    /// The track, an index into the tracks of the file.
    public var track: Int
    /// When it is presented, in 1/90000 s on the time line of the run; for audio, the first frame that begins in it.
    public var pts: Int64
    /// When it is decoded; as `pts`, and never later than it.
    public var dts: Int64
    /// How long it lasts in 1/90000 s; matters for the last sample of a track only, the others last until the next one.
    ///
    /// The last audio frame lasts so long when sound is missing behind it.
    public var duration: Int64
    /// Whether decoding can start at it and a player may seek to it.
    public var isSync: Bool
    /// Its bytes as in the transport stream: Annex B video, audio frames with their headers.
    public var bytes: SliceList

    /// States a sample.
    public init(track: Int, pts: Int64, dts: Int64, duration: Int64, isSync: Bool, bytes: SliceList) {
        self.track = track
        self.pts = pts
        self.dts = dts
        self.duration = duration
        self.isSync = isSync
        self.bytes = bytes
    }
}
