/// What an MP4 file is made of: its tracks, their samples, and the stretch that is presented.
public struct Movie: Sendable {
    /// How the file is laid out.
    public enum Layout: Hashable, Sendable {
        /// `ftyp`, `moov`, `mdat`: edit lists hide what lies before and behind the presented stretch.
        case progressive
        /// `ftyp`, `moov`, then a fragment for each random access point; nothing is hidden.
        case fragmented
    }

    /// The tracks, in the order in which the file has them.
    public var tracks: [MediaTrack]
    /// The samples, those of one track in decoding order.
    ///
    /// Time 0 is where the presented stretch begins: samples that are only decoded have negative times, or such behind
    /// ``duration``.
    public var samples: [MediaSample]
    /// How long the presented stretch lasts, in 1/90000 s.
    public var duration: Int64
    /// How the file is laid out.
    public var layout: Layout
    /// Whether sound is cut to the frames that overlap the presented stretch, and one before it that is hidden.
    ///
    /// Where nothing is hidden, it begins with the first picture.
    public var trimsSound = false

    /// States a movie.
    public init(tracks: [MediaTrack], samples: [MediaSample], duration: Int64, layout: Layout) {
        self.tracks = tracks
        self.samples = samples
        self.duration = duration
        self.layout = layout
    }
}
