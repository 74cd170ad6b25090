import History
import Timing
import TransportStream

extension LeadRow {
    /// Where the presented pictures of a part begin.
    struct Begin {
        /// The unit, a place in the row.
        var place: Int
        /// Where it is presented from: within the unit when it has several frames.
        var pts: Int64
        var time: StreamTime
    }

    /// Chunks before the window in which a random access point is looked for; each is half a second to a second long.
    private static let entryReach = 600

    /// The first picture in order of presentation that `window` holds; nil when it holds none.
    func begin(_ window: ClipWindow, _ rules: ClipPart.Rules) -> Begin? {
        var found: Begin?
        for (place, placed) in units.enumerated() {
            let unit = placed.indexed
            guard unit.pictureTime < window.end else { continue }
            if unit.pictureTime >= window.start {
                if found.map({ unit.unit.pts < $0.pts }) ?? true {
                    found = Begin(place: place, pts: unit.unit.pts, time: unit.pictureTime)
                }
            } else if let frames = rules.sound, rules.accuracy == .frame {
                if let inner = inner(place, frames, window), found.map({ inner.pts < $0.pts }) ?? true { found = inner }
            }
        }
        return found
    }

    /// The first frame at or behind the window's start in a unit that begins before it.
    private func inner(_ place: Int, _ frames: SoundFrames, _ window: ClipWindow) -> Begin? {
        let unit = units[place].indexed
        guard let count = frames.count(from: unit.pictureTime, to: window.start) else { return nil }
        let pts = unit.unit.pts + frames.ticks(count)
        let time = unit.pictureTime + StreamDuration(ticks: frames.ticks(count))
        guard time < window.end, pts + frames.ticks(1) / 2 < end(of: units[place]).pts else { return nil }
        return Begin(place: place, pts: pts, time: time)
    }

    /// Where decoding starts so that the pictures from `begin` on are presented.
    ///
    /// That is the last random access point at or before it in order of presentation (definitions D3); the row grows to the
    /// front until it holds it. Where there is none, the part begins with the first one behind it: then `isMoved` is true.
    mutating func entry(
        for begin: Begin, _ window: ClipWindow, _ history: HistorySnapshot, _ rules: ClipPart.Rules
    ) throws(ClipFailure) -> (place: Int, isMoved: Bool) {
        func isPresented(_ unit: PlacedUnit) -> Bool {
            unit.indexed.pictureTime >= window.start && unit.indexed.pictureTime < window.end
        }
        if rules.accuracy == .packet { return (units.firstIndex(where: isPresented) ?? begin.place, false) }
        func isEntry(_ unit: PlacedUnit) -> Bool {
            unit.unit.randomAccess != nil && (!rules.needsReceivedEntry || history.isReceived(unit))
        }
        func isBefore(_ unit: PlacedUnit) -> Bool {
            rules.accuracy == .key ? unit.indexed.pictureTime <= window.start : unit.unit.pts <= begin.pts
        }
        if rules.isFirst {
            if let place = units.lastIndex(where: { isBefore($0) && isEntry($0) }) { return (place, false) }
            var chunk = chunks.lowerBound - 1
            let stop = max(0, chunks.lowerBound - Self.entryReach)
            while chunk >= stop, history[chunk].run == run {
                let earlier = history.placedUnits(of: lead, in: chunk..<(chunk + 1))
                if let place = earlier.lastIndex(where: { isBefore($0) && isEntry($0) }) {
                    grow(backTo: chunk, in: history)
                    return (place, false)
                }
                chunk -= 1
            }
        }
        // Nothing before can be decoded: the part begins later.
        let later = units.firstIndex { $0.unit.pts >= begin.pts && isPresented($0) && isEntry($0) }
        guard let later else { throw .noRandomAccessPoint }
        return (later, units[later].unit.pts > begin.pts)
    }

    /// When the picture after `last` is presented, or how long `last` would last as the ones before it do.
    ///
    /// Where pictures are missing behind it, because it `isLast`, it does not last longer than those before it. The ones that are
    /// presented before it may be missing as well: at the live edge a reference is there before them. How far it is behind the
    /// unit that is decoded before it does not depend on them.
    func end(of last: PlacedUnit, isLast: Bool = false) -> (pts: Int64, time: StreamTime) {
        var next: PlacedUnit?
        var previous: PlacedUnit?
        var decodingStep: Int64?
        for (place, unit) in units.enumerated() {
            if place > 0, unit.unit.pts == last.unit.pts, unit.unit.dts == last.unit.dts {
                decodingStep = unit.unit.dts - units[place - 1].unit.dts
            }
            if unit.unit.pts > last.unit.pts {
                if next.map({ unit.unit.pts < $0.unit.pts }) ?? true { next = unit }
            } else if unit.unit.pts < last.unit.pts {
                if previous.map({ unit.unit.pts > $0.unit.pts }) ?? true { previous = unit }
            }
        }
        var step = previous.map { last.unit.pts - $0.unit.pts } ?? ClipPart.customaryPicture
        if let decodingStep, decodingStep > 0 { step = min(step, decodingStep) }
        if step > ClipPart.longestPicture { step = ClipPart.customaryPicture }
        let limit = isLast ? step : ClipPart.longestPicture
        if let next, next.unit.pts - last.unit.pts <= limit { return (next.unit.pts, next.indexed.pictureTime) }
        return (last.unit.pts + step, last.indexed.pictureTime + StreamDuration(ticks: step))
    }

    /// Whether decoding that starts at a random access point may need more than what is presented: it is no IDR, or pictures
    /// that are decoded behind it come before it.
    func isOpen(at place: Int) -> Bool {
        let kind = units[place].unit.randomAccess
        guard kind != .audio else { return false }
        if kind != .instantaneousRefresh { return true }
        for next in units[(place + 1)...] {
            if next.unit.randomAccess != nil { return false }
            if next.unit.flags.contains(.leading) { return true }
        }
        return false
    }

    /// The places of the pictures from random access point `entry` on up to `last` that can be decoded: all but its own
    /// leading pictures, which need what was before it (definitions D3).
    func samplePlaces(from entry: Int, to last: Int) -> [Int] {
        var isJoining = true
        return (entry...max(entry, last)).filter { place in
            if place > entry, units[place].unit.randomAccess != nil { isJoining = false }
            return place == entry || !isJoining || !units[place].unit.flags.contains(.skippedLeading)
        }
    }
}
