public import History
public import Timing
import TransportStream

/// Where a picture of a channel's leading track stands in its history.
public struct PicturePlace: Hashable, Sendable {
    /// The chunk, from the oldest one, which is 0.
    public var chunk: Int
    /// Its place among the leading track's units of the chunk, in decoding order.
    public var unit: Int
    /// The picture.
    public var indexed: IndexedUnit

    /// When it is presented.
    public var time: StreamTime { indexed.pictureTime }
}

extension HistorySnapshot {
    /// Chunks in each direction in which pictures are looked for that are presented out of the order of chunks.
    private static let reorderReach = 8
    /// Chunks before a picture in which a random access point is looked for; each is half a second to a second long.
    private static let entryReach = 600

    /// How many chunks begin at or before `time`; chunks lie in the order of their beginnings but for a few.
    private func chunks(upTo time: StreamTime) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The last picture, in the order of presentation, that is presented at or before `time`; nil without one.
    ///
    /// Of several presented at one instant it is the one that was decoded last.
    func picture(at time: StreamTime) -> PicturePlace? {
        let around = chunks(upTo: time)
        var best: PicturePlace?
        for index in max(0, around - Self.reorderReach)..<min(count, around + Self.reorderReach) {
            let chunk = self[index]
            guard chunk.start <= time, best.map({ chunk.end > $0.time }) ?? true else { continue }
            for (place, unit) in chunk.units(of: chunk.lead).enumerated() where unit.pictureTime <= time {
                if best.map({ unit.pictureTime >= $0.time }) ?? true {
                    best = PicturePlace(chunk: index, unit: place, indexed: unit)
                }
            }
        }
        return best
    }

    /// The picture of the same run that is decoded next; nil when there is none yet.
    public func picture(after place: PicturePlace) -> PicturePlace? {
        guard place.chunk < count else { return nil }
        let own = self[place.chunk]
        let units = own.units(of: own.lead)
        if place.unit + 1 < units.count {
            return PicturePlace(chunk: place.chunk, unit: place.unit + 1, indexed: units[place.unit + 1])
        }
        guard place.chunk + 1 < count else { return nil }
        let next = self[place.chunk + 1]
        guard next.run == own.run, let first = next.units(of: next.lead).first else { return nil }
        return PicturePlace(chunk: place.chunk + 1, unit: 0, indexed: first)
    }

    /// The random access point at which decoding has to start for the picture at `place` (definitions D3): the last one
    /// that is decoded at or before it and not presented behind it; nil when none is within reach.
    func entry(for place: PicturePlace) -> PicturePlace? {
        let run = self[place.chunk].run
        var index = place.chunk
        while index >= 0, place.chunk - index <= Self.entryReach, self[index].run == run {
            let chunk = self[index]
            let units = chunk.units(of: chunk.lead)
            let end = index == place.chunk ? min(place.unit + 1, units.count) : units.count
            let found = units[..<end].lastIndex {
                $0.unit.randomAccess != nil && $0.unit.pts <= place.indexed.unit.pts
            }
            if let found { return PicturePlace(chunk: index, unit: found, indexed: units[found]) }
            index -= 1
        }
        return nil
    }

    /// The first random access point presented from `start` on and before `end`; nil without one.
    func firstEntry(from start: StreamTime, before end: StreamTime) -> PicturePlace? {
        var best: PicturePlace?
        for index in max(0, chunks(upTo: start) - Self.reorderReach)..<count {
            let chunk = self[index]
            // Later chunks begin later.
            if chunk.start >= (best?.time ?? end) { break }
            for (place, unit) in chunk.units(of: chunk.lead).enumerated() where unit.unit.randomAccess != nil {
                guard unit.pictureTime >= start, unit.pictureTime < (best?.time ?? end) else { continue }
                best = PicturePlace(chunk: index, unit: place, indexed: unit)
            }
        }
        return best
    }
}
