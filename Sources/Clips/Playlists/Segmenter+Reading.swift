import Evidence
import History
import NetworkFormats
import Timing
import TransportStream

extension Segmenter {
    /// Datagrams that are searched for the place where a new run began.
    private static let borderReach: UInt64 = 4_096

    /// Reads the pictures that are new.
    mutating func read(_ history: HistorySnapshot, isOver: Bool) {
        var index = history.count
        while index > 0, isUnread(history[index - 1]) { index -= 1 }
        while index < history.count {
            let chunk = history[index]
            let units = chunk.units(of: chunk.lead)
            if let first = units.first, runs.last?.number != chunk.run || runs.last?.end != nil {
                endRun(at: first.unit.start, in: history, isOver: false)
                // Its picture times may still change.
                let isNewest = chunk.run == history[history.count - 1].run
                if isNewest, !history.isSettled, !isOver { return }
                begin(chunk, first.unit)
            }
            for unit in units where newest.map({ unit.unit.start > $0 }) ?? true { take(unit) }
            index += 1
        }
        if isOver { endRun(at: MediaPosition(packet: history.media.end, offset: 0), in: history, isOver: true) }
        cut()
    }

    private func isUnread(_ chunk: Chunk) -> Bool {
        guard let newest else { return true }
        return chunk.units(of: chunk.lead).last.map { $0.unit.start > newest } ?? false
    }

    private mutating func begin(_ chunk: Chunk, _ unit: AccessUnit) {
        // Without a list the next run begins it; nothing of the run before is told.
        if targetDuration == nil {
            start = ListStart()
            runs = []
        }
        let lowest = runs.last?.end?.packet ?? MediaID(serial: 0)
        runs.append(
            Run(
                number: chunk.run, start: chunk.runStart, lead: chunk.lead, program: unit.program,
                timeBase: unit.timeBase, lowest: lowest))
        cutter = SegmentCutter()
        cutter.limit = (targetDuration ?? 0) * 90_000
    }

    private mutating func take(_ unit: IndexedUnit) {
        newest = unit.unit.start
        let picture = SegmentCutter.Picture(unit)
        cutter.append(picture)
        guard targetDuration == nil, let run = runs.last else { return }
        let age = unit.unit.completed.time - run.start
        if start.take(pts: picture.pts, isPoint: picture.isPoint, age: age) { makeList() }
    }

    /// Fixes what stays as it is for the list's life.
    private mutating func makeList() {
        guard let first = cutter.pictures.first else { return }
        targetDuration = start.target
        cutter.limit = start.target * 90_000
        nextSequence = Self.firstSequence(of: first.completed)
    }

    /// The first media sequence number of a list whose first picture is complete at `time`: twice its whole seconds since
    /// 1970, so that no list of a later start begins below (definitions D9).
    ///
    /// It takes 32 bits since 2004: a player that keeps fewer, such as GStreamer's hlsdemux, warns and counts by itself.
    static func firstSequence(of time: StreamTime) -> Int64 {
        max(0, 2 * (time.roundedDown(to: StreamDuration(seconds: 1)).nanoseconds / 1_000_000_000))
    }

    private mutating func cut(isOver: Bool = false) {
        guard let run = runs.last, run.end == nil else { return }
        while true {
            let cuts = cutter.next(isOver: isOver)
            guard !cuts.isEmpty else { return }
            waiting += cuts.map { Waiting(cut: $0, run: run.number) }
        }
    }

    /// Ends the run in progress, whose successor's first picture begins at `position`.
    private mutating func endRun(at position: MediaPosition, in history: HistorySnapshot, isOver: Bool) {
        guard let run = runs.last, run.end == nil else { return }
        if targetDuration == nil, isOver { makeList() }
        guard targetDuration != nil else {
            runs = []
            return
        }
        let end = border(before: position, behind: cutter.pictures.last?.last ?? newest, in: history)
        cut(isOver: true)
        if let rest = cutter.rest(upTo: end) { waiting.append(Waiting(cut: rest, run: run.number)) }
        runs[runs.count - 1].end = end
        if !isOver { ends.append((run.number, end)) }
    }

    /// Where the numbering changed between `last` and `position`; `position` itself when it did not.
    private func border(
        before position: MediaPosition, behind last: MediaPosition?, in history: HistorySnapshot
    ) -> MediaPosition {
        let media = history.media
        guard media.contains(position.packet), let last else { return position }
        let run = media[position.packet].run
        var packet = position.packet
        let stop = max(last.packet.serial, media.first.serial, packet.serial - min(packet.serial, Self.borderReach))
        while packet.serial > stop {
            let earlier = MediaID(serial: packet.serial - 1)
            if media[earlier].run != run { return MediaPosition(packet: packet, offset: 0) }
            packet = earlier
        }
        return position
    }
}
