import Evidence
import History
import TransportStream

/// The packets behind a clip's last picture that belong to it: sound is multiplexed later than the pictures that it goes with.
struct SoundTail {
    /// Chunks before a picture's and behind it that are searched for its sound.
    static let chunksBefore = 4
    static let chunksBehind = 8

    /// Until where packets of a PID are taken.
    struct Track: Hashable, Sendable {
        var pid: UInt16
        var last: MediaPosition
    }

    /// The sound that begins before the clip's end, by track.
    private(set) var tracks: [Track] = []
    /// The last packet of all.
    private(set) var last: MediaPosition?
    /// Whether sound behind the clip's end has been seen of every track, so that none of the clip's is still to come.
    private(set) var isWhole = true

    /// Looks for sound from the first picture of `first` on that lies behind the last picture of `part` and is presented before
    /// its end.
    init(_ history: HistorySnapshot, _ first: ClipPart, to part: ClipPart, _ reader: MediaReader) {
        let lead = first.entry.unit
        let end = part.last
        let upper = min(history.count, end.chunk + 1 + Self.chunksBehind)
        var open: Set<Int> = []
        var passed: Set<Int> = []
        for index in max(0, end.chunk - Self.chunksBefore)..<upper {
            for track in history[index].tracks where track.number != lead.track {
                for unit in track.units.lazy.map(\.unit)
                where SoundSearch.isSound(unit, lead.timeBase) && unit.pts >= lead.pts {
                    if unit.pts >= part.endPTS {
                        passed.insert(track.number)
                    } else {
                        open.insert(track.number)
                        if unit.last > end.unit.last { take(unit, reader) }
                    }
                }
            }
        }
        last = tracks.map(\.last).max()
        isWhole = open.isSubset(of: passed) || upper < history.count
    }

    private mutating func take(_ unit: AccessUnit, _ reader: MediaReader) {
        guard let pid = reader.pid(at: unit.start) else { return }
        if let place = tracks.firstIndex(where: { $0.pid == pid }) {
            tracks[place].last = max(tracks[place].last, unit.last)
        } else {
            tracks.append(Track(pid: pid, last: unit.last))
        }
    }

    /// Adds the tail to what `writer` has: sound, and packets of `clockPID` that carry nothing but the clock, up to `limit`, where
    /// the next piece begins.
    func write(
        to writer: inout StreamWriter, behind first: MediaPosition, before limit: MediaPosition?, clockPID: UInt16?
    ) {
        guard let last else { return }
        let reader = writer.reader
        var packet = first.packet
        while packet <= last.packet, reader.media.contains(packet) {
            let lower = packet == first.packet ? Int(first.offset) : 0
            if let slice = reader.media.slice(of: packet) {
                for offset in reader.places(in: packet, from: lower) {
                    guard let header = MediaReader.header(slice, at: offset) else { continue }
                    let position = MediaPosition(packet: packet, offset: UInt32(truncatingIfNeeded: offset))
                    guard position <= last, limit.map({ position < $0 }) ?? true else { return }
                    let isSound = tracks.contains { $0.pid == header.pid && position <= $0.last }
                    if isSound || header.pid == clockPID && !header.hasPayload { writer.append(packetAt: position) }
                }
            }
            packet.serial += 1
        }
    }
}
