import Evidence
import History
import Timing
import TransportStream

/// A unit in a history.
struct UnitPlace {
    /// The chunk that holds it.
    var chunk: Chunk
    /// The unit.
    var indexed: IndexedUnit

    /// The unit.
    var unit: AccessUnit { indexed.unit }
    /// When it is presented.
    var time: StreamTime { indexed.pictureTime }
    /// When it is decoded, as picture time.
    var decodeTime: StreamTime {
        let ticks = max(0, min(unit.pts &- unit.dts, Self.longestReordering))
        return time - StreamDuration(nanoseconds: ticks * 100_000 / 9)
    }

    /// The most that a picture is decoded before it is presented, in 1/90000 s.
    private static let longestReordering: Int64 = 900_000
}

extension HistorySnapshot {
    /// The first unit of the lead that begins behind `position`, or the first of all for nil.
    func nextLead(behind position: MediaPosition?) -> UnitPlace? {
        var index = position.map(lastChunk(beginningUpTo:)) ?? 0
        while index < count {
            let chunk = self[index]
            let units = chunk.units(of: chunk.lead)
            if let found = units.first(where: { unit in position.map { unit.unit.start > $0 } ?? true }) {
                return UnitPlace(chunk: chunk, indexed: found)
            }
            index += 1
        }
        return nil
    }

    /// The last chunk whose lead begins at `position` or before; 0 when none does.
    func lastChunk(beginningUpTo position: MediaPosition) -> Int {
        var low = 0
        var high = count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if self[middle].beginning <= position { low = middle } else { high = middle - 1 }
        }
        return max(0, low)
    }

    /// The last chunk that has begun at picture time `time`; nil when none has.
    func lastChunk(begunAt time: StreamTime) -> Int? {
        (0..<count).last { self[$0].start <= time }
    }

    /// Where decoding starts so that the picture at `time` can be shown: the last whole random access point at or before it,
    /// else the first one behind it.
    func entry(for time: StreamTime) -> UnitPlace? {
        guard let last = lastChunk(begunAt: time) else { return firstEntry(from: 0) }
        // Nothing is presented between two stretches of media, so that nothing before has to be decoded.
        if self[last].end <= time, last + 1 < count, let next = self[last + 1].entries.first,
            next.unit.start == self[last + 1].beginning
        {
            return next
        }
        return lastEntry(upTo: time, from: last) ?? firstEntry(from: last, behind: time)
    }

    /// The last whole random access point at or before `time`, within the run.
    func lastEntry(upTo time: StreamTime) -> UnitPlace? {
        lastChunk(begunAt: time).flatMap { lastEntry(upTo: time, from: $0) }
    }

    /// The newest whole random access point.
    var newestEntry: UnitPlace? {
        for index in (0..<count).reversed() {
            if let entry = self[index].entries.last { return entry }
        }
        return nil
    }

    /// The first whole random access point behind `position` in another run than `run`.
    func nextEntry(behind position: MediaPosition, not run: Int?) -> UnitPlace? {
        for index in lastChunk(beginningUpTo: position)..<max(count, lastChunk(beginningUpTo: position)) {
            let chunk = self[index]
            guard chunk.run != run else { continue }
            if let entry = chunk.entries.first(where: { $0.unit.start > position }) { return entry }
        }
        return nil
    }

    private func lastEntry(upTo time: StreamTime, from last: Int) -> UnitPlace? {
        let run = self[last].run
        for index in (0...last).reversed() {
            let chunk = self[index]
            guard chunk.run == run else { return nil }
            if let entry = chunk.entries.last(where: { $0.time <= time }) { return entry }
        }
        return nil
    }

    private func firstEntry(from first: Int, behind time: StreamTime? = nil) -> UnitPlace? {
        for index in first..<max(first, count) {
            let entry = self[index].entries.first { entry in time.map { entry.time > $0 } ?? true }
            if let entry { return entry }
        }
        return nil
    }
}

extension Chunk {
    /// Where the lead begins.
    var beginning: MediaPosition {
        units(of: lead).first?.unit.start ?? MediaPosition(packet: oldestPacket, offset: 0)
    }

    /// The lead's random access points of which nothing is missing.
    var entries: [UnitPlace] {
        units(of: lead).lazy.filter { $0.unit.randomAccess != nil && !$0.unit.flags.contains(.damaged) }
            .map { UnitPlace(chunk: self, indexed: $0) }
    }
}
