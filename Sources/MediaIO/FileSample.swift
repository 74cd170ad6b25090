import Bytes

/// A sample as it goes into a file: in the form that files have, its times in the units of its track.
struct FileSample {
    /// The track, an index into those of the file.
    var track: Int
    var pts: Int64
    var dts: Int64
    /// How long it lasts, when nothing of its track follows.
    var duration: Int64
    var isSync: Bool
    /// Its bytes: length-prefixed NAL units, or one audio frame.
    var bytes: SlabSlice
}
