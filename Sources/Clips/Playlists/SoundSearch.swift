import Evidence
import History
import TransportStream

/// Looks for the sound that goes with a segment: it is multiplexed some way behind the pictures, and told when the next begins.
struct SoundSearch {
    /// How long after the segment's end sound is waited for, in 1/90000 s of decoding times.
    static let patience: Int64 = 90_000
    /// The same behind the end of a run, in the next one's decoding times.
    static let runPatience: Int64 = 45_000
    /// Sound that is older than the segment by more is silent, in 1/90000 s.
    static let longestSilence: Int64 = 180_000
    /// Chunks before the segment and behind it that are searched.
    static let chunksBefore = 4
    static let chunksBehind = 32

    /// The sound tracks that are not silent, in order of appearance.
    private(set) var tracks: [Int] = []
    /// The latest time stamp of each.
    private var latest: [Int64] = []
    /// Whether all sound of the segment is there that will be taken.
    private(set) var isComplete = false

    init(
        _ history: HistorySnapshot, run: Segmenter.Run, pts: Range<Int64>, dts: Range<Int64>, first: MediaPosition
    ) {
        let chunks = Self.chunks(history, from: first, run: run.number)
        var isLate = false
        var nextRun: Int64?
        for index in chunks {
            let chunk = history[index]
            take(chunk, run, from: pts.lowerBound - Self.longestSilence)
            let units = chunk.units(of: chunk.lead)
            if chunk.run == run.number {
                if let last = units.last, last.unit.dts >= dts.upperBound + Self.patience { isLate = true }
            } else if let begun = nextRun ?? units.first?.unit.dts, let last = units.last {
                nextRun = begun
                if last.unit.dts - begun >= Self.runPatience { isLate = true }
            }
        }
        isComplete = isLate || latest.allSatisfy { $0 >= pts.upperBound }
    }

    private mutating func take(_ chunk: Chunk, _ run: Segmenter.Run, from least: Int64) {
        for track in chunk.tracks where track.number != run.lead {
            for unit in track.units.map(\.unit) where Self.isSound(unit, run.timeBase) && unit.pts >= least {
                if let place = tracks.firstIndex(of: track.number) {
                    latest[place] = max(latest[place], unit.pts)
                } else {
                    tracks.append(track.number)
                    latest.append(unit.pts)
                }
            }
        }
    }

    /// Whether a unit is sound of the time base.
    static func isSound(_ unit: AccessUnit, _ timeBase: UInt32) -> Bool {
        unit.randomAccess == .audio && unit.timeBase == timeBase
    }

    /// The chunks that may hold sound of a segment that begins at `first`: some before it, and some of the next run.
    static func chunks(_ history: HistorySnapshot, from first: MediaPosition, run: Int) -> Range<Int> {
        var index = history.count
        while index > 0 {
            let chunk = history[index - 1]
            guard chunk.run >= run, chunk.run > run || (chunk.units(of: chunk.lead).last?.unit.start ?? first) >= first
            else { break }
            index -= 1
        }
        var lower = index
        while lower > 0, index - lower < chunksBefore, history[lower - 1].run == run { lower -= 1 }
        return lower..<min(history.count, index + chunksBefore + chunksBehind)
    }
}
