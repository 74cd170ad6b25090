import Bytes
import Evidence
import History
import Timing
import TransportStream

extension Segmenter {
    /// Puts stretches into the lists whose sound is there.
    mutating func publish(_ history: HistorySnapshot, isOver: Bool) {
        var count = 0
        while count < waiting.count {
            let next = waiting[count]
            guard let place = runs.firstIndex(where: { $0.number == next.run }) else {
                count += 1
                continue
            }
            let search = SoundSearch(
                history, run: runs[place], pts: next.cut.pts, dts: next.cut.dts, first: next.cut.first)
            guard isOver || next.cut.isGap || search.isComplete else { break }
            append(next.cut, place, search, history)
            count += 1
        }
        waiting.removeFirst(count)
        while runs.count > 1, !waiting.contains(where: { $0.run == runs[0].number }) { runs.removeFirst() }
    }

    private mutating func append(
        _ cut: SegmentCutter.Cut, _ place: Int, _ search: SoundSearch, _ history: HistorySnapshot
    ) {
        guard let sequence = nextSequence else { return }
        nextSequence = sequence + 1
        var run = runs[place]
        let reader = MediaReader(history, of: channel)
        var tables = StreamTables()
        if !cut.isGap {
            tables = TableSearch(reader, from: run.lowest).tables(at: cut.first, program: run.program)
        }
        let signature = tables.signature ?? run.signature
        let added = search.tracks.filter { !run.sounds.contains($0) }
        let isChanged = run.hasSegments && (run.signature != nil && signature != run.signature || !added.isEmpty)
        if isChanged { run.initialization += 1 }
        let startsDiscontinuity = isChanged || !run.hasSegments && !kept.isEmpty
        run.sounds += added
        run.signature = signature
        run.languages = tables.languages ?? run.languages
        run.hasSegments = true
        runs[place] = run
        var writer = StreamWriter(reader)
        writer.append(tables: tables)
        let end =
            cut.endsRun
            ? RunEnd(history, run: run.number, lead: run.lead, timeBase: run.timeBase, near: cut.first, reader) : nil
        let segment = Segment(
            run: run.number, epoch: run.start.nanoseconds / 1_000_000, sequence: sequence,
            initialization: run.initialization, startsDiscontinuity: startsDiscontinuity, isGap: cut.isGap,
            isIndependent: cut.isIndependent, start: cut.start, ticks: cut.pts.upperBound - cut.pts.lowerBound,
            pts: cut.pts, dts: cut.dts, firstPosition: cut.first, endPosition: cut.end,
            runEnd: end, lead: run.lead,
            sounds: run.sounds, languages: run.languages, liveSounds: search.tracks, tables: writer.body.joined)
        list(segment)
    }

    private mutating func list(_ segment: Segment) {
        kept.append(segment)
        listed += 1
        listedTicks += segment.ticks
        for place in texts.indices { texts[place].append(segment) }
        if !segment.isIndependent { isIndependent = false }
        // A list is never made shorter than three target durations (RFC 8216, 6.2.2).
        let least = 3 * (targetDuration ?? 0) * 90_000
        let most = max(least, depth.nanoseconds / 100_000 * 9)
        while listedTicks > most, let first = segments.first, listedTicks - first.ticks >= least { unlist(first) }
    }

    private mutating func unlist(_ first: Segment) {
        listed -= 1
        listedTicks -= first.ticks
        if first.startsDiscontinuity { discontinuities += 1 }
        for place in texts.indices { texts[place].removeFirst() }
    }

    /// Gives up segments that are older than what the history promises, and lists none whose media are gone.
    mutating func forget(_ history: HistorySnapshot) {
        while listed > 1, let first = segments.first, isGone(first, history) { unlist(first) }
        guard let newest = kept.last, let targetDuration else { return }
        let horizon = newest.end - depth - StreamDuration(seconds: 2 * targetDuration)
        let gone = kept.prefix(kept.count - listed).prefix { $0.end <= horizon || isGone($0, history) }.count
        kept.removeFirst(gone)
        if let oldest = kept.first { ends.removeAll { $0.run < oldest.run } }
    }

    private func isGone(_ segment: Segment, _ history: HistorySnapshot) -> Bool {
        segment.firstPosition.packet < history.media.first
    }
}
