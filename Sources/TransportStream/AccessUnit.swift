public import Evidence
public import NetworkFormats

/// What one PES packet delimits: a coded picture, or some audio frames.
public struct AccessUnit: Hashable, Sendable {
    /// The track, an index into `TransportFacts.tracks`.
    public var track: Int
    /// The number of the program that the track belongs to.
    public var program: UInt16
    /// Counts the program's time bases, from 0; time stamps of different ones cannot be compared.
    public var timeBase: UInt32
    /// When it is to be presented, in 1/90000 s, without wraps within its time base; congruent to the wire's value mod 2^33.
    public var pts: Int64
    /// When it is to be decoded; as `pts`.
    public var dts: Int64
    /// Why decoding can start here; nil when it cannot.
    public var randomAccess: RandomAccessKind?
    /// What else is known.
    public var flags: AccessUnitFlags
    /// Bytes of the elementary stream.
    public var size: Int
    /// The moment by which all its datagrams were there.
    public var completed: Moment
    /// The transport packet in which its PES packet begins: its first byte.
    public var start: MediaPosition
    /// The last transport packet that holds some of it: its first byte.
    public var last: MediaPosition
    /// Its bytes in order, as indices into the ranges that come with it; empty when ranges are not collected.
    public var ranges: Range<Int>

    /// The oldest packet of the channel's media that holds some of it.
    public var oldestPacket: MediaID { start.packet }

    /// States a unit.
    public init(
        track: Int, program: UInt16, timeBase: UInt32, pts: Int64, dts: Int64, randomAccess: RandomAccessKind?,
        flags: AccessUnitFlags, size: Int, completed: Moment, start: MediaPosition, last: MediaPosition,
        ranges: Range<Int> = 0..<0
    ) {
        self.track = track
        self.program = program
        self.timeBase = timeBase
        self.pts = pts
        self.dts = dts
        self.randomAccess = randomAccess
        self.flags = flags
        self.size = size
        self.completed = completed
        self.start = start
        self.last = last
        self.ranges = ranges
    }
}
