import History
import Timing
import TransportStream

/// The sound of a clip, each lane a track of its file: units that overlap the presented stretch, and one before that is hidden
/// (definitions D3).
struct SoundLanes {
    /// The sound of one track of the file.
    struct Lane {
        /// The channel's track, the first one where several follow each other.
        let number: Int
        let pid: UInt16
        let codec: Codec
        /// Its samples.
        var samples: [MoviePlan.Sample] = []

        /// Its language, by the last map before its first sample.
        func language(_ search: TableSearch, _ media: TransportFacts) -> String? {
            guard let first = samples.first?.unit.unit else { return nil }
            return search.languages(at: first.start, program: first.program)[pid]
        }
    }

    /// A unit so much earlier than the stretch is not heard into it, in 1/90000 s.
    private static let longestUnit: Int64 = 180_000

    /// By the channel's track.
    private(set) var lanes: [Lane] = []
    /// Where a lane's sound begins to be coded in another way; nil when it does not.
    private(set) var change: StreamTime?
    /// Whether sound behind the end has been seen in every lane, so that none is still to come.
    private(set) var isWhole = true

    init(_ cut: ClipParts, _ history: HistorySnapshot, _ order: MoviePlan.Order) {
        for place in cut.parts.indices { take(cut, place, history, order) }
        for place in lanes.indices { setDurations(place, cut.duration) }
    }

    private mutating func take(
        _ cut: ClipParts, _ place: Int, _ history: HistorySnapshot, _ order: MoviePlan.Order
    ) {
        let part = cut.parts[place]
        // Where nothing is hidden, sound begins with the pictures.
        let begin = order.format == .fragmented ? part.entry : part.first
        let start = order.format == .fragmented ? begin.unit.pts : part.firstPTS
        let (tracks, upper) = Self.units(part, from: begin.chunk, history, order.media)
        var unmatched: [(number: Int, units: ArraySlice<PlacedUnit>)] = []
        var taken: Set<Int> = []
        for (number, units) in tracks {
            // The unit that the start lies in, and one more where it can be hidden.
            let earlier = place > 0 || number == part.row.lead && order.format == .fragmented ? 0 : 2
            let wanted = Self.wanted(units, from: start, to: part.endPTS, earlier: earlier)
            guard let last = wanted.last else { continue }
            // What ended before the stretch, for another track on its PID, is none of its sound.
            let isOver = last.unit.pts < start && tracks.contains { Self.replaces($0.0, number, order.media) }
            if isOver { continue }
            if !units.contains(where: { $0.unit.pts >= part.endPTS }), upper == history.count { isWhole = false }
            switch match(number, order.media, place > 0 ? taken : nil) {
            case .lane(let lane):
                taken.insert(lane)
                append(wanted, to: lane, cut, place, history, order.request.content)
            case .change: noteChange(wanted, part)
            case .none: unmatched.append((number, wanted))
            }
        }
        // Where nothing goes on, the sound of every lane became something else.
        let isOther = place > 0 && !lanes.isEmpty && taken.isEmpty
        for (number, units) in unmatched {
            switch match(number, order.media, nil) {
            case .lane(let lane): append(units, to: lane, cut, place, history, order.request.content)
            case .change: noteChange(units, part)
            case .none where isOther: noteChange(units, part)
            case .none:
                let track = order.media.tracks[number]
                lanes.append(Lane(number: number, pid: track.pid, codec: track.codec))
                append(units, to: lanes.count - 1, cut, place, history, order.request.content)
            }
        }
    }

    private mutating func append(
        _ units: ArraySlice<PlacedUnit>, to lane: Int, _ cut: ClipParts, _ place: Int, _ history: HistorySnapshot,
        _ content: ClipContent
    ) {
        for unit in units where content == .repaired || history.isReceived(unit) {
            let pts = cut.bases[place] &+ unit.unit.pts &- cut.parts[place].firstPTS
            if let last = lanes[lane].samples.last, pts <= last.pts { continue }
            lanes[lane].samples.append(MoviePlan.Sample(unit, pts: pts, dts: pts, isSync: true))
        }
    }

    private mutating func noteChange(_ units: ArraySlice<PlacedUnit>, _ part: ClipPart) {
        guard let first = units.first else { return }
        let time = max(first.indexed.pictureTime, part.start)
        change = min(change ?? time, time)
    }

    /// Whether two tracks are on one PID.
    private static func replaces(_ other: Int, _ number: Int, _ media: TransportFacts) -> Bool {
        other != number && media.tracks[other].pid == media.tracks[number].pid
    }

    /// The sound near a part, by track, in order of time; and behind which chunk none was looked for.
    private static func units(
        _ part: ClipPart, from chunk: Int, _ history: HistorySnapshot, _ media: TransportFacts
    ) -> (tracks: [(Int, [PlacedUnit])], upper: Int) {
        let lower = max(0, chunk - SoundTail.chunksBefore)
        let upper = min(history.count, part.last.chunk + 1 + SoundTail.chunksBehind)
        let timeBase = part.entry.unit.timeBase
        var units: [Int: [PlacedUnit]] = [:]
        for index in lower..<upper {
            for track in history[index].tracks where media.tracks.indices.contains(track.number) {
                for unit in track.units where SoundSearch.isSound(unit.unit, timeBase) {
                    units[track.number, default: []].append(PlacedUnit(indexed: unit, chunk: index))
                }
            }
        }
        let tracks = units.sorted { $0.key < $1.key }.map { number, units in
            (number, units.sorted { $0.unit.pts < $1.unit.pts })
        }
        return (tracks, upper)
    }

    /// Of units in order those that overlap time stamps `start` to `end`, up to `earlier` before them, and the one behind them,
    /// which may hold the rest of the last frame.
    private static func wanted(
        _ units: [PlacedUnit], from start: Int64, to end: Int64, earlier: Int
    ) -> ArraySlice<PlacedUnit> {
        let upper = units.firstIndex { $0.unit.pts >= end } ?? units.count
        var lower = units.firstIndex { $0.unit.pts >= start } ?? units.count
        for _ in 0..<earlier where lower > 0 && start - units[lower - 1].unit.pts < longestUnit { lower -= 1 }
        guard lower < upper else { return [] }
        let isNext = upper < units.count && units[upper].unit.pts - end < longestUnit
        return units[lower..<(isNext ? upper + 1 : upper)]
    }

    private enum Match {
        case lane(Int)
        /// It goes on with a lane's sound in another codec.
        case change
        case none
    }

    /// The lane that a track's sound goes on with: its own, that of its PID, or one of its codec that is not `taken`.
    private func match(_ number: Int, _ media: TransportFacts, _ taken: Set<Int>?) -> Match {
        let track = media.tracks[number]
        if let known = lanes.firstIndex(where: { $0.number == number }) { return .lane(known) }
        if let same = lanes.firstIndex(where: { $0.pid == track.pid }) {
            return lanes[same].codec == track.codec ? .lane(same) : .change
        }
        guard let taken else { return .none }
        return lanes.indices.first { lanes[$0].codec == track.codec && !taken.contains($0) }.map(Match.lane) ?? .none
    }

    private mutating func setDurations(_ lane: Int, _ end: Int64) {
        let samples = lanes[lane].samples
        for index in samples.indices {
            let next = index + 1 < samples.count ? samples[index + 1].pts : max(end, samples[index].pts + 1)
            lanes[lane].samples[index].duration = next - samples[index].pts
        }
    }
}
