public import Bytes
import Evidence
public import History
import Timing
import TransportStream

/// What one track gives to a segment.
public struct SegmentTrack: Sendable {
    /// A unit and its bytes.
    public struct Unit: Sendable {
        /// The unit.
        public var indexed: IndexedUnit
        /// Its elementary stream's bytes, where they lie.
        public var bytes: SliceList
    }

    /// The track, an index into `TransportFacts.tracks`.
    public var number: Int
    /// Its units in decoding order; none when the track is silent here.
    public var units: [Unit]
}

extension Segmenter {
    /// The segment as a transport stream: its tables, then every packet from its first to the next segment's first.
    ///
    /// Nil when its media are gone.
    public func body(of segment: Segment, in history: HistorySnapshot) -> SliceList? {
        guard isThere(segment, history) else { return nil }
        var writer = StreamWriter(MediaReader(history, of: channel))
        writer.append(copying: segment.tables)
        writer.append(from: segment.firstPosition, upTo: segment.endPosition, runEnd: segment.runEnd)
        return writer.body
    }

    /// The units of every track of the segment: first the lead's, by decoding order, then the sound's whose time stamps lie in
    /// the segment's.
    ///
    /// Each unit is part of one segment only, and a segment's units are the same whenever they are asked for. Leading pictures
    /// are among them: where decoding starts at the segment, those that are `skippedLeading` must be left out. Nil when its
    /// media are gone.
    public func units(of segment: Segment, in history: HistorySnapshot) -> [SegmentTrack]? {
        guard isThere(segment, history) else { return nil }
        let chunks = SoundSearch.chunks(history, from: segment.firstPosition, run: segment.run)
        var lead = SegmentTrack(number: segment.lead, units: [])
        var deadline = ends.first { $0.run == segment.run }?.position
        var timeBase: UInt32?
        for index in chunks where history[index].run == segment.run {
            let chunk = history[index]
            for unit in chunk.units(of: segment.lead) {
                if unit.unit.dts >= segment.dts.upperBound + SoundSearch.patience {
                    deadline = min(deadline ?? unit.unit.start, unit.unit.start)
                }
                guard unit.unit.start >= segment.firstPosition, unit.unit.start < segment.endPosition else { continue }
                timeBase = unit.unit.timeBase
                lead.units.append(.init(indexed: unit, bytes: MediaExcerpt.bytes(of: unit, chunk, history)))
            }
        }
        guard let timeBase else { return [lead] + segment.sounds.map { SegmentTrack(number: $0, units: []) } }
        return [lead]
            + segment.sounds.map { number in
                var track = SegmentTrack(number: number, units: [])
                guard segment.liveSounds.contains(number) else { return track }
                search: for index in chunks {
                    let chunk = history[index]
                    for unit in chunk.units(of: number) where SoundSearch.isSound(unit.unit, timeBase) {
                        if unit.unit.pts < segment.pts.lowerBound { continue }
                        if unit.unit.pts >= segment.pts.upperBound { break search }
                        if let deadline, unit.unit.last >= deadline { break search }
                        track.units.append(.init(indexed: unit, bytes: MediaExcerpt.bytes(of: unit, chunk, history)))
                    }
                }
                return track
            }
    }

    private func isThere(_ segment: Segment, _ history: HistorySnapshot) -> Bool {
        history.media.contains(segment.firstPosition.packet) || segment.firstPosition == segment.endPosition
    }
}
