public import Evidence
public import Timing
import TransportStream

/// An unchanging run of a channel's history: the access units of all its tracks over half a second to a second.
public struct Chunk: Sendable {
    /// The units of one track, in decoding order.
    public struct Track: Sendable {
        /// The track, an index into `TransportFacts.tracks`.
        public internal(set) var number: Int
        /// Its units.
        public internal(set) var units: [IndexedUnit]
    }

    /// Counts the channel's runs of one time base, from 0.
    public internal(set) var run: Int
    /// When the first unit of the run's lead was complete: it names the run for ever.
    public internal(set) var runStart: StreamTime
    /// The track that carries picture time.
    public internal(set) var lead: Int
    /// Every track that has units here, the lead among them.
    public internal(set) var tracks: [Track] = []
    /// Where the units' bytes lie.
    public internal(set) var ranges = PayloadRangeList()
    /// The earliest picture time of the lead.
    public internal(set) var start: StreamTime
    /// The end of the lead's latest picture.
    public internal(set) var end: StreamTime
    /// The oldest packet of the channel's media that holds some of it.
    public internal(set) var oldestPacket: MediaID
    /// Bytes of the index itself.
    public var indexBytes: Int { unitCount * MemoryLayout<IndexedUnit>.stride + ranges.indexBytes }
    /// How many units it holds.
    public internal(set) var unitCount = 0

    /// The units of `track` in decoding order; none when it has none here.
    public func units(of track: Int) -> [IndexedUnit] { tracks.first { $0.number == track }?.units ?? [] }

    /// Whether decoding can start at its first picture.
    public var startsAtRandomAccessPoint: Bool { units(of: lead).first?.unit.randomAccess != nil }

    mutating func append(_ unit: AccessUnit, _ pictureTime: StreamTime, ranges more: ArraySlice<PayloadRange>) {
        var unit = unit
        let first = ranges.count
        guard ranges.append(more) else { return }
        unit.ranges = first..<ranges.count
        let entry = IndexedUnit(unit: unit, pictureTime: pictureTime)
        if let place = tracks.firstIndex(where: { $0.number == unit.track }) {
            tracks[place].units.append(entry)
        } else {
            tracks.append(Track(number: unit.track, units: [entry]))
        }
        oldestPacket = min(oldestPacket, unit.oldestPacket)
        unitCount += 1
    }

    /// Gives back room that was reserved for more.
    mutating func trim() {
        ranges.trim()
        for place in tracks.indices { tracks[place].units = tracks[place].units.trimmed }
    }

    /// Takes a picture of the lead into account that is presented from `start` to `end`.
    mutating func extend(from start: StreamTime, to end: StreamTime) {
        self.start = min(self.start, start)
        self.end = max(self.end, end)
    }

    /// Sets the picture times of the run's units again, all by one offset.
    mutating func retime(by run: ChannelHistory.Run) {
        var span: (start: StreamTime, end: StreamTime)?
        for place in tracks.indices {
            for index in tracks[place].units.indices {
                guard let time = run.pictureTime(tracks[place].units[index].unit) else { continue }
                tracks[place].units[index].pictureTime = time
                guard tracks[place].number == lead else { continue }
                let end = run.times(of: tracks[place].units[index].unit).end
                span = (min(span?.start ?? time, time), max(span?.end ?? end, end))
            }
        }
        if let span { (start, end) = span }
    }
}
