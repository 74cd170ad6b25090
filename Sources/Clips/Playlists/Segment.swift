public import Evidence
public import Timing

/// A piece of a channel's playlists: the pictures of one stretch in decoding order, and the packets from its first one on.
public struct Segment: Hashable, Sendable {
    /// The run of one time base that it belongs to.
    public var run: Int
    /// The instant the run began, in milliseconds since 1970: it stands in URLs, so that none ever names two contents.
    public var epoch: Int64
    /// The media sequence number.
    public var sequence: Int64
    /// Counts the sets of tracks of the epoch, from 0: segments with the same number share an initialization segment.
    public var initialization: Int
    /// Whether the time base or the tracks are others than before.
    public var startsDiscontinuity: Bool
    /// Whether its media were lost: players pass over it.
    public var isGap: Bool
    /// Whether decoding can start at its first picture.
    public var isIndependent: Bool
    /// When its first picture is presented, as UTC.
    public var start: StreamTime
    /// How long its pictures last, in 1/90000 s.
    public var ticks: Int64
    /// The time stamps of its pictures: from the earliest to the next segment's earliest.
    public var pts: Range<Int64>
    /// The decoding times of its pictures, up to the next segment's first.
    public var dts: Range<Int64>
    /// The transport packet that its first picture begins in.
    public var firstPosition: MediaPosition
    /// The first transport packet behind it: the next segment's first.
    public var endPosition: MediaPosition
    /// Where the last whole units lie, when its run ends with it.
    var runEnd: RunEnd?
    /// The track that carries picture time.
    public var lead: Int
    /// The sound beside it that the run has shown, without the lead, in order of appearance.
    public var sounds: [Int]
    /// The languages of its streams as ISO 639-2/T names them, by PID; the same for all segments of an initialization segment.
    public var languages: [UInt16: String]
    /// Those of them that are not silent for long.
    var liveSounds: [Int]
    /// The transport packets of the tables that it begins with.
    var tables: [UInt8]

    /// How long its pictures last.
    public var duration: StreamDuration { StreamDuration(ticks: ticks) }

    /// When its last picture ends.
    public var end: StreamTime { start + duration }
}

extension StreamDuration {
    /// A length of `ticks` units of 1/90000 s, rounded down; stops at the ends of the range.
    init(ticks: Int64) {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: 90_000)
        self = StreamDuration(seconds: seconds) + StreamDuration(nanoseconds: rest * 100_000 / 9)
    }
}
