import Evidence
import History
import NetworkFormats
import Timing
import TransportStream

/// What one run of a channel gives to a clip: pictures in decoding order, from where decoding starts to the last one needed.
///
/// On a channel of sound alone, its units stand for pictures, and the frames in them decide where it begins and ends.
struct ClipPart: Sendable {
    /// A picture that comes so long after the one before does not tell how long that one lasts, in 1/90000 s.
    static let longestPicture: Int64 = 90_000
    /// How long a picture lasts when nothing tells.
    static let customaryPicture: Int64 = 3_600

    /// How a part is to be cut.
    struct Rules: Sendable {
        var accuracy = ClipAccuracy.frame
        /// Whether it is the clip's first: only that one may begin with pictures that are not presented.
        var isFirst = true
        /// Whether it ends where its media do not go on.
        var stopsAtGap = false
        /// Whether decoding must start at a picture of whose packets none is missing, rebuilt ones included.
        var needsReceivedEntry = false
        /// Units that must follow a random access point that is no clean start, so that decoders give its pictures at all.
        var followers = 0
        /// The frames of the sound that leads, where their length is known.
        var sound: SoundFrames?
    }

    /// Its pictures in decoding order, some before `entryPlace` and behind `lastPlace` among them.
    private(set) var row: LeadRow
    /// The random access point at which decoding starts, a place in the row.
    private(set) var entryPlace = 0
    /// The last picture that is decoded.
    private(set) var lastPlace = 0
    /// The first picture of the window in order of presentation.
    private(set) var first: PlacedUnit
    /// The last picture of the window in order of presentation.
    private(set) var lastPresented: PlacedUnit
    /// Where the first presented picture begins, in time stamps.
    private(set) var firstPTS: Int64
    /// Where the picture after the last one begins, or the last one ends, in time stamps.
    private(set) var endPTS: Int64
    /// The picture time at `firstPTS`.
    private(set) var start: StreamTime
    /// The picture time at `endPTS`; as exact as the next picture is known.
    private(set) var end: StreamTime
    /// Whether the window's first pictures are missing, because decoding could not start before them.
    private(set) var isStartMoved = false
    /// Where its media do not go on, between the first picture and the last.
    private(set) var gaps: [ClipGap] = []
    /// Whether it ends at a gap, before the window does.
    private(set) var isStopped = false
    /// Whether no picture that would change it is still to come.
    private(set) var isFinal = true

    /// The random access point at which decoding starts.
    var entry: PlacedUnit { row.units[entryPlace] }
    /// The last picture that is decoded.
    var last: PlacedUnit { row.units[lastPlace] }
    /// How long its presented pictures last, in 1/90000 s.
    var length: Int64 { endPTS - firstPTS }

    /// What `found` chunks of one run of `history` give to `window`; nil when no picture of them is presented in it.
    ///
    /// - Throws: `noRandomAccessPoint` when pictures are presented but none can be decoded.
    init?(_ history: HistorySnapshot, chunks found: Range<Int>, window: ClipWindow, _ rules: Rules) throws(ClipFailure)
    {
        var row = LeadRow(history, found)
        guard let begin = row.begin(window, rules) else { return nil }
        first = row.units[begin.place]
        firstPTS = begin.pts
        start = begin.time
        lastPresented = first
        endPTS = firstPTS
        end = start
        let entry = try row.entry(for: begin, window, history, rules)
        entryPlace = entry.place
        self.row = row
        if rules.accuracy == .key || entry.isMoved {
            first = row.units[entryPlace]
            firstPTS = first.unit.pts
            start = first.indexed.pictureTime
            isStartMoved = entry.isMoved
        }
        guard findLast(before: window.end) else { return nil }
        findGaps(history, before: window.end, stops: rules.stopsAtGap)
        findEnd(window, history, rules)
        follow(history, rules)
    }

    /// Finds the last picture, and the last to be decoded, of those presented before `limit`, or before time stamp `cut`.
    private mutating func findLast(before limit: StreamTime, cut: Int64 = .max) -> Bool {
        var found: (last: Int, presented: Int)?
        for place in entryPlace..<row.units.count {
            let unit = row.units[place]
            // The first picture of sound may begin before its first frame that is presented.
            guard unit.indexed.pictureTime < limit, unit.unit.pts >= first.unit.pts, unit.unit.pts < cut else {
                continue
            }
            let best = found?.presented ?? place
            found = (place, unit.unit.pts > row.units[best].unit.pts ? place : best)
        }
        guard let found else { return false }
        lastPlace = found.last
        lastPresented = row.units[found.presented]
        return true
    }

    /// Finds where the media behind the first picture do not go on; there the part ends when it `stops`.
    private mutating func findGaps(_ history: HistorySnapshot, before limit: StreamTime, stops: Bool) {
        let breaks = MediaBreak.all(history.media, behind: first.unit.last.packet, upTo: last.unit.last.packet)
        var place = entryPlace
        for next in breaks {
            while place < lastPlace, row.units[place].unit.last.packet < next.packet { place += 1 }
            // What is missing may have been the end of the picture before.
            let before = place > entryPlace ? row.units[place - 1] : row.units[place]
            let isEnd =
                next.kind == .loss && place > entryPlace && before.unit.flags.contains(.damaged)
                && before.unit.start != first.unit.start
            let spoiled = isEnd ? place - 1 : place
            if stops {
                guard stop(at: spoiled, before: limit) else { continue }
                gaps = [ClipGap(kind: next.kind, time: row.units[spoiled].indexed.pictureTime)]
                return
            }
            let gap = ClipGap(kind: next.kind, time: row.units[spoiled].indexed.pictureTime)
            if gaps.last?.time == gap.time {
                if gap.kind == .outage { gaps[gaps.count - 1] = gap }
            } else {
                gaps.append(gap)
            }
        }
    }

    /// Ends the part before the pictures from place `spoiled` on, and before the first one that is missing whole.
    private mutating func stop(at spoiled: Int, before limit: StreamTime) -> Bool {
        let begun = first.unit.pts
        let cut = row.units[spoiled...].lazy.map(\.unit.pts).filter { $0 > begun }.min()
        guard let cut, findLast(before: limit, cut: cut) else { return false }
        isStopped = true
        let times = row.units[entryPlace...lastPlace].map(\.unit.pts).filter { $0 >= begun && $0 < cut }.sorted()
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        guard let usual = steps.sorted().dropFirst(steps.count / 2).first else { return true }
        // What is missing is decoded after the last picture before the hole, and not presented before it is decoded.
        let decoded = row.units[max(entryPlace, spoiled - 1)].unit.dts
        let missing = steps.indices.first { times[$0 + 1] > decoded && 2 * steps[$0] > 3 * usual }
        if let missing { _ = findLast(before: limit, cut: times[missing + 1]) }
        return true
    }

    /// Finds when the picture after the last one is presented, and whether another one may yet come before it.
    private mutating func findEnd(_ window: ClipWindow, _ history: HistorySnapshot, _ rules: Rules) {
        _ = row.grow(in: history)
        (endPTS, end) = row.end(of: lastPresented, isLast: isStopped)
        if let frames = rules.sound, rules.accuracy == .frame, !isStopped,
            let count = frames.count(from: lastPresented.indexed.pictureTime, to: window.end)
        {
            // The window ends within the last unit: behind the frame that begins in it.
            let border = lastPresented.unit.pts + frames.ticks(count)
            if border + frames.ticks(1) / 2 < endPTS, border > firstPTS {
                endPTS = border
                end = lastPresented.indexed.pictureTime + StreamDuration(ticks: frames.ticks(count))
            }
        }
        guard row.run == history[history.count - 1].run else { return }
        let newest = history[history.count - 1].units(of: row.lead).last?.unit.dts
        isFinal = newest.map { $0 >= endPTS } ?? false
    }

    /// Lets all units of its run follow, where pictures of another track follow on them: nothing may be missing between.
    mutating func reachEnd() { lastPlace = row.units.count - 1 }

    /// Lets the units follow that decoders need before they give the pictures of the random access point.
    private mutating func follow(_ history: HistorySnapshot, _ rules: Rules) {
        guard rules.followers > 0, row.isOpen(at: entryPlace) else { return }
        while true {
            var count = 0
            for place in row.samplePlaces(from: entryPlace, to: row.units.count - 1) where place > entryPlace {
                count += 1
                if count == rules.followers {
                    lastPlace = max(lastPlace, place)
                    return
                }
            }
            guard row.grow(in: history) else { break }
        }
        lastPlace = row.units.count - 1
        if row.run == history[history.count - 1].run { isFinal = false }
    }
}
