public import Bytes
public import Evidence
public import Protection
public import Timing
public import TransportStream

/// One channel's past: its media in the order in which it was handed on, its access units with their picture times, and its
/// protection windows.
///
/// The bytes lie in the slabs of the channel's `DatagramStore`, which the history empties behind itself. Units come as an
/// analyzer tells them. One run lasts as long as the same track leads on one time base. A time base has one clock, from run to run.
public struct ChannelHistory: Sendable {
    /// A chunk ends at the first random access point after so long, in 1/90000 s.
    static let chunkLength: Int64 = 45_000
    /// It ends at any picture after so long.
    static let longestChunk: Int64 = 90_000
    /// Units and ranges that one chunk holds at most.
    static let chunkUnitLimit = 4_096
    static let chunkRangeLimit = 65_536
    /// Units of other tracks that wait for the first picture of their time base.
    static let waitingLimit = 512
    /// A step of decoding times that differs from stream time by more begins a new run.
    static let longestJump = StreamDuration(seconds: 10)
    /// Media kept before the oldest chunk: the tables that its pictures are read with come several times in it.
    static let leadIn = StreamDuration(seconds: 1)
    /// When no picture was completed for so long, the live edge counts as going on with what arrives.
    static let longestPictureSilence = StreamDuration(seconds: 10)

    /// How much is kept; lowering it takes effect with the next unit or the next call of `evict`.
    public var limits: HistoryLimits
    /// The end of the newest complete access unit, as picture time; nil before the first.
    public internal(set) var liveEdge: StreamTime?
    /// Whether something went before its time because of the byte cap, since this was last set to false.
    public var isCapped = false
    var groups: [ChunkGroup] = []
    var dropped = 0
    var recent: [Chunk] = []
    var building: Chunk?
    var buildingSince: Int64 = 0
    var run: Run?
    var lastRun: Run?
    var waiting = WaitingUnits()
    /// Bytes of the index of chunks that are finished.
    var chunkBytes = 0
    /// The oldest packet that a chunk needs; nil without chunks.
    var oldestUnit: MediaID?
    var media = KeptMedia()
    var windows = KeptWindows()
    /// When the newest datagram of any kind arrived.
    var newestArrival: StreamTime?

    /// An empty history.
    public init(limits: HistoryLimits) { self.limits = limits }

    /// Bytes of the index: of what is kept besides the datagrams themselves.
    public var indexBytes: Int {
        chunkBytes &+ (building?.indexBytes ?? 0) &+ media.indexBytes &+ windows.indexBytes
    }

    /// The packet of the media that will be kept next.
    public var nextPacket: MediaID { media.end }

    /// Keeps the next packet of the channel's media, or the hole in it, and names it.
    ///
    /// `slice` is where the packet's media lies, nil for a hole; units that begin in it come after it.
    @discardableResult
    public mutating func append(_ release: Release, _ slice: SlabSlice?) -> MediaID {
        let id = media.end
        media.append(release, slice)
        return id
    }

    /// Keeps a window that was closed, whose numbers belong to `run` of the RTP numbering (0 without RTP).
    public mutating func append(_ record: WindowRecord, run: Int) {
        windows.append(KeptWindow(record: record, run: Int32(truncatingIfNeeded: run)))
    }

    /// Takes all units of `output`, in their order.
    public mutating func append(_ output: TransportOutput) {
        for unit in output.accessUnits { append(unit, output.ranges[unit.ranges]) }
    }

    /// Learns that stream time is `time`: a run's picture times become final two seconds after its first unit.
    public mutating func advance(to time: StreamTime) {
        if run?.clock.advance(to: time) == true { settle() }
    }

    /// Learns that nothing more comes: picture times are final.
    public mutating func finish() {
        if run?.clock.isSettled == false { settle() }
    }

    /// The history as it is now, the chunk in progress included.
    public func snapshot() -> HistorySnapshot {
        HistorySnapshot(
            groups: groups, dropped: dropped, recent: building.map { recent + [$0] } ?? recent,
            media: media.snapshot, keptWindows: windows, liveEdge: liveEdge,
            isSettled: run?.clock.isSettled ?? false)
    }
}
