import Evidence
import History
import NetworkFormats
import Timing
import TransportStream

/// Where the bytes of one piece of a clip lie: of a part, or of parts that go on where the one before ends.
struct PartCut {
    let first: ClipPart
    let tables: StreamTables
    let start: MediaPosition
    let end: MediaPosition
    let tail: SoundTail?
    /// Where the last whole units of the part's run lie, when another run follows.
    let runEnd: RunEnd?

    init(
        _ history: HistorySnapshot, _ first: ClipPart, to lastPart: ClipPart, _ reader: MediaReader,
        _ accuracy: ClipAccuracy
    ) {
        self.first = first
        let (entry, last) = (first.entry.unit, lastPart.last.unit)
        if accuracy == .packet {
            start = MediaPosition(packet: entry.start.packet, offset: 0)
            end = MediaPosition(packet: last.last.packet, offset: .max)
            tables = StreamTables()
            tail = nil
            runEnd = nil
        } else {
            start = entry.start
            end = reader.behind(last.last)
            tables = TableSearch(reader, from: reader.media.first).tables(at: start, program: entry.program)
            tail = SoundTail(history, first, to: lastPart, reader)
            let run = lastPart.row.run
            runEnd =
                run == history[history.count - 1].run
                ? nil
                : RunEnd(history, run: run, lead: last.track, timeBase: last.timeBase, near: last.start, reader)
        }
    }

    /// Adds the piece to what `writer` has; another one begins at `next`.
    func write(to writer: inout StreamWriter, before next: MediaPosition?) {
        writer.append(tables: tables)
        writer.append(from: start, upTo: end, runEnd: runEnd)
        tail?.write(to: &writer, behind: end, before: next, clockPID: tables.map?.clockPID)
    }

    /// Adds all that decides which bytes these are; the instant tells media apart that bear the same numbers.
    func add(to tag: inout EntityTag) {
        tag.add(first.entry.unit.completed.time.nanoseconds)
        for position in tables.packets + [start, end] { tag.add(position) }
        for track in runEnd?.tracks ?? [] where track.last < end {
            tag.add(track.pid)
            tag.add(track.last)
        }
        for track in tail?.tracks ?? [] {
            tag.add(track.pid)
            tag.add(track.last)
        }
    }
}
