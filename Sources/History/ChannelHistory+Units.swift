import Evidence
import NetworkFormats
import Timing
import TransportStream

extension ChannelHistory {
    private var keepsUnits: Bool { limits.depth > .zero }

    /// Takes one unit and where its bytes lie; one whose end never came is none.
    mutating func append(_ unit: AccessUnit, _ ranges: ArraySlice<PayloadRange>) {
        if unit.flags.contains(.cut) { return }
        if unit.flags.contains(.lead) {
            appendLead(unit, ranges)
        } else if keepsUnits {
            appendOther(unit, ranges)
        }
    }

    private mutating func appendLead(_ unit: AccessUnit, _ ranges: ArraySlice<PayloadRange>) {
        if run?.goesOn(with: unit) == true {
            advance(to: unit.completed.time)
            run?.clock.take(
                pts: unit.pts, completed: unit.completed.time, isRandomAccessPoint: unit.randomAccess != nil)
            run?.step(to: unit)
        } else {
            advance(to: unit.completed.time)
            beginRun(unit)
        }
        keepLead(unit, ranges)
    }

    private mutating func beginRun(_ unit: AccessUnit) {
        finish()
        seal()
        lastRun = run
        run = Run(behind: lastRun, unit)
        liveEdge = nil
    }

    private mutating func keepLead(_ unit: AccessUnit, _ ranges: ArraySlice<PayloadRange>) {
        guard let run else { return }
        let times = run.times(of: unit)
        liveEdge = max(liveEdge ?? times.end, times.end)
        guard keepsUnits, isWhole(unit) else { return }
        if isFull(before: unit) { seal() }
        if building == nil {
            building = Chunk(
                run: run.number, runStart: run.clock.start, lead: unit.track, start: times.start, end: times.end,
                oldestPacket: unit.oldestPacket)
            buildingSince = unit.dts
        }
        building?.extend(from: times.start, to: times.end)
        building?.append(unit, times.start, ranges: ranges)
        noteOldest(unit)
        if !waiting.isEmpty { admitWaiting() }
        evictOldChunks()
    }

    /// Whether the media that the unit begins in is still there: it may have been open for longer than the history is deep.
    private func isWhole(_ unit: AccessUnit) -> Bool { unit.oldestPacket >= media.first }

    private mutating func noteOldest(_ unit: AccessUnit) {
        oldestUnit = min(oldestUnit ?? unit.oldestPacket, unit.oldestPacket)
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
        guard isWhole(unit), let count = building?.unitCount, count < 2 * Self.chunkUnitLimit else { return }
        building?.append(unit, time, ranges: ranges)
        noteOldest(unit)
    }

    private mutating func admitWaiting() {
        let held = waiting
        waiting = WaitingUnits()
        for unit in held.units { appendOther(unit, held.ranges[unit.ranges]) }
    }

    /// Makes the picture times of the run final.
    mutating func settle() {
        guard let current = run else { return }
        for index in (recent.count - current.recentChunks)..<recent.count { recent[index].retime(by: current) }
        building?.retime(by: current)
        liveEdge = current.clock.pictureTime(current.latestEnd)
        run?.recentChunks = 0
        group()
    }

    /// Ends the chunk in progress.
    private mutating func seal() {
        guard var chunk = building else { return }
        building = nil
        chunk.trim()
        chunkBytes &+= chunk.indexBytes
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
}
