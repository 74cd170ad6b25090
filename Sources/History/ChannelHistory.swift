public import Evidence
import NetworkFormats
public import Timing
public import TransportStream

/// The index of one channel's past: its access units with their picture times, and which datagrams hold them.
///
/// The bytes themselves stay in the channel's `DatagramStore`. Units come as an analyzer tells them. One run lasts as long
/// as the time base of the track that leads; each has a clock of its own.
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

    /// What is known of a run.
    struct Run: Sendable {
        var number: Int
        var program: UInt16
        var lead: Int
        var timeBase: UInt32
        var clock: PictureClock
        /// The last unit's DTS and the step to it, for the duration of the newest picture.
        var lastDTS: Int64
        var step: Int64 = 0
        /// The end of the latest picture, in time stamps.
        var latestEnd: Int64
        /// Chunks of the run among `recent` whose picture times are not final.
        var recentChunks = 0

        /// Goes on to the next unit of the lead.
        mutating func step(to unit: AccessUnit) {
            let step = unit.dts &- lastDTS
            if step > 0, step <= ChannelHistory.longestChunk { self.step = step }
            lastDTS = unit.dts
            latestEnd = max(latestEnd, unit.pts &+ self.step)
        }

        /// The picture time of a unit of any track of the program; nil when its time base is another.
        func pictureTime(_ unit: AccessUnit) -> StreamTime? {
            unit.program == program && unit.timeBase == timeBase ? clock.pictureTime(unit.pts) : nil
        }

        /// When the unit is presented, and until when.
        func times(of unit: AccessUnit) -> (start: StreamTime, end: StreamTime) {
            (clock.pictureTime(unit.pts), clock.pictureTime(unit.pts &+ step))
        }
    }

    /// How much is kept; lowering it takes effect with the next unit.
    public var limits: HistoryLimits
    /// The end of the newest complete access unit, as picture time; nil before the first.
    public private(set) var liveEdge: StreamTime?
    /// Bytes of what is kept, those of the index included.
    public private(set) var byteCount = 0
    var groups: [ChunkGroup] = []
    var dropped = 0
    var recent: [Chunk] = []
    var building: Chunk?
    private var buildingSince: Int64 = 0
    private var run: Run?
    private var lastRun: Run?
    private var waiting = WaitingUnits()

    /// An empty history.
    public init(limits: HistoryLimits) { self.limits = limits }

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

    /// Takes one unit and where its bytes lie.
    mutating func append(_ unit: AccessUnit, _ ranges: ArraySlice<PayloadRange>) {
        if unit.flags.contains(.lead) {
            appendLead(unit, ranges)
        } else if keepsUnits {
            appendOther(unit, ranges)
        }
    }

    private var keepsUnits: Bool { limits.depth > .zero }

    private mutating func appendLead(_ unit: AccessUnit, _ ranges: ArraySlice<PayloadRange>) {
        let time = unit.completed.time
        let isSame = run.map { $0.timeBase == unit.timeBase && $0.lead == unit.track } ?? false
        if isSame {
            advance(to: time)
            run?.clock.take(pts: unit.pts, completed: time, isRandomAccessPoint: unit.randomAccess != nil)
            run?.step(to: unit)
        } else {
            beginRun(unit)
        }
        keepLead(unit, ranges)
    }

    private mutating func beginRun(_ unit: AccessUnit) {
        finish()
        seal()
        lastRun = run
        run = Run(
            number: (lastRun?.number ?? -1) + 1, program: unit.program, lead: unit.track, timeBase: unit.timeBase,
            clock: PictureClock(pts: unit.pts, completed: unit.completed.time), lastDTS: unit.dts, latestEnd: unit.pts)
        liveEdge = nil
    }

    private mutating func keepLead(_ unit: AccessUnit, _ ranges: ArraySlice<PayloadRange>) {
        guard let number = run?.number, let times = run?.times(of: unit) else { return }
        liveEdge = max(liveEdge ?? times.end, times.end)
        guard keepsUnits else { return }
        if isFull(before: unit) { seal() }
        if building == nil {
            building = Chunk(
                run: number, lead: unit.track, start: times.start, end: times.end, oldestPacket: unit.oldestPacket)
            buildingSince = unit.dts
        }
        building?.extend(from: times.start, to: times.end)
        building?.append(unit, times.start, ranges: ranges)
        if !waiting.isEmpty { admitWaiting() }
        evict()
    }

    private func isFull(before unit: AccessUnit) -> Bool {
        guard let building else { return false }
        let length = unit.dts &- buildingSince
        return length >= Self.longestChunk || length < 0 || unit.randomAccess != nil && length >= Self.chunkLength
            || building.unitCount >= Self.chunkUnitLimit || building.ranges.count >= Self.chunkRangeLimit
    }

    private mutating func appendOther(_ unit: AccessUnit, _ ranges: ArraySlice<PayloadRange>) {
        if let program = run?.program, unit.program != program { return }
        if let time = run?.pictureTime(unit) ?? lastRun?.pictureTime(unit), building != nil {
            place(unit, time, ranges)
        } else {
            waiting.append(unit, ranges, limit: Self.waitingLimit)
        }
    }

    private mutating func place(_ unit: AccessUnit, _ time: StreamTime, _ ranges: ArraySlice<PayloadRange>) {
        guard let count = building?.unitCount, count < 2 * Self.chunkUnitLimit else { return }
        building?.append(unit, time, ranges: ranges)
    }

    private mutating func admitWaiting() {
        let held = waiting
        waiting = WaitingUnits()
        for unit in held.units { appendOther(unit, held.ranges[unit.ranges]) }
    }

    /// Makes the picture times of the run final.
    private mutating func settle() {
        guard let current = run else { return }
        for index in (recent.count - current.recentChunks)..<recent.count { recent[index].retime(by: current) }
        building?.retime(by: current)
        liveEdge = current.clock.pictureTime(current.latestEnd)
        run?.recentChunks = 0
        group()
    }

    /// Ends the chunk in progress.
    private mutating func seal() {
        guard let chunk = building else { return }
        building = nil
        byteCount &+= chunk.byteCount
        recent.append(chunk)
        if let current = run, !current.clock.isSettled, current.number == chunk.run { run?.recentChunks += 1 }
        group()
    }

    /// Shares the oldest chunks that will not change any more.
    private mutating func group() {
        while recent.count - (run?.recentChunks ?? 0) >= ChunkGroup.size {
            groups.append(ChunkGroup(Array(recent.prefix(ChunkGroup.size))))
            recent.removeFirst(ChunkGroup.size)
        }
    }

    /// Gives up whole chunks, oldest first: those too far behind the live edge, and those beyond the byte cap.
    private mutating func evict() {
        guard let liveEdge else { return }
        let horizon = liveEdge - limits.depth - limits.targetDuration * 2
        while let oldest = oldestChunk {
            guard oldest.end <= horizon || byteCount &+ (building?.byteCount ?? 0) > limits.byteCap else { return }
            byteCount &-= oldest.byteCount
            if groups.isEmpty {
                recent.removeFirst()
                if let kept = run?.recentChunks, kept > recent.count { run?.recentChunks = recent.count }
            } else {
                dropped += 1
                if dropped == ChunkGroup.size {
                    groups.removeFirst()
                    dropped = 0
                }
            }
        }
    }

    private var oldestChunk: Chunk? { groups.first?.chunks[dropped] ?? recent.first }

    /// The oldest datagram that the history still needs; nil when it needs none, so that all may be retired.
    ///
    /// Units that the analyzer has not told yet are not counted: ask its `oldestOpenPacket` as well.
    public var oldestNeeded: PacketID? {
        var oldest = waiting.oldestPacket
        func consider(_ chunk: Chunk) { oldest = min(oldest ?? chunk.oldestPacket, chunk.oldestPacket) }
        for (place, group) in groups.enumerated() {
            for chunk in group.chunks[(place == 0 ? dropped : 0)...] { consider(chunk) }
        }
        recent.forEach(consider)
        if let building { consider(building) }
        return oldest
    }

    /// The history as it is now, the chunk in progress included.
    public func snapshot() -> HistorySnapshot {
        HistorySnapshot(
            groups: groups, dropped: dropped, recent: building.map { recent + [$0] } ?? recent, liveEdge: liveEdge,
            isSettled: run?.clock.isSettled ?? false)
    }
}
