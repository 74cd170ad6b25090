import Evidence
import History
import TransportStream

/// Where the last whole units of a run lie that is over: what its sender began to send behind them is not to be played.
struct RunEnd: Hashable, Sendable {
    /// The last packet of a PID's last whole unit.
    struct Track: Hashable, Sendable {
        var pid: UInt16
        var last: MediaPosition
    }

    /// One for each track with a unit near the run's end, by PID.
    let tracks: [Track]

    /// The end of `run`, whose pictures are those of `lead` and whose sound has `timeBase`; `picture` is one of the last.
    init(
        _ history: HistorySnapshot, run: Int, lead: Int, timeBase: UInt32, near picture: MediaPosition,
        _ reader: MediaReader
    ) {
        var units: [Int: AccessUnit] = [:]
        for index in SoundSearch.chunks(history, from: picture, run: run) {
            let chunk = history[index]
            for track in chunk.tracks {
                let last = track.units.last {
                    track.number == lead ? chunk.run == run : SoundSearch.isSound($0.unit, timeBase)
                }
                if let last { units[track.number] = last.unit }
            }
        }
        tracks = units.values.compactMap { unit in
            reader.pid(at: unit.start).map { Track(pid: $0, last: unit.last) }
        }.sorted { $0.pid < $1.pid }
    }

    /// The last packet behind which nothing is left out; nil when nothing is known.
    var last: MediaPosition? { tracks.map(\.last).min() }

    /// Whether a packet of `pid` belongs to a unit whose end never came.
    func leavesOut(_ pid: UInt16, at position: MediaPosition) -> Bool {
        tracks.contains { $0.pid == pid && position > $0.last }
    }
}
