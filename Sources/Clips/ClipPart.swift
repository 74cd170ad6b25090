import Evidence
import History
import Timing
import TransportStream

/// What one run of a channel gives to a clip: pictures in decoding order, from where decoding starts to the last one needed.
struct ClipPart: Sendable {
    /// A picture that comes so long after the one before does not tell how long that one lasts, in 1/90000 s.
    static let longestPicture: Int64 = 90_000
    /// Chunks before the window in which a random access point is looked for; each is half a second to a second long.
    static let entryReach = 120
    /// How long a picture lasts when nothing tells.
    static let customaryPicture: Int64 = 3_600

    /// The chunks that hold the pictures.
    let chunks: Range<Int>
    /// The random access point at which decoding starts.
    let entry: IndexedUnit
    /// The first picture of the window in order of presentation.
    let first: IndexedUnit
    /// The last picture that is decoded.
    let last: IndexedUnit
    /// The last picture of the window in order of presentation.
    let lastPresented: IndexedUnit
    /// Where the picture after it begins, or it ends, in time stamps.
    let endPTS: Int64
    /// The picture time of that; as exact as the next picture is known.
    let end: StreamTime
    /// Whether the window's first pictures are missing, because decoding could not start before them.
    let isStartMoved: Bool

    /// What `found` chunks of one run of `history` give to `window`; nil when no picture of them is presented in it.
    ///
    /// - Throws: `noRandomAccessPoint` when pictures are presented but none can be decoded.
    init?(
        _ history: HistorySnapshot, chunks found: Range<Int>, window: ClipWindow, accuracy: ClipAccuracy
    ) throws(ClipFailure) {
        var chunks = found
        var units = Self.units(history, chunks)
        let isPresented = { (unit: IndexedUnit) in unit.pictureTime >= window.start && unit.pictureTime < window.end }
        guard let wanted = units.lazy.filter(isPresented).min(by: Self.isEarlier) else { return nil }
        var first = wanted
        var isMoved = false
        let entry: IndexedUnit
        if accuracy == .packet {
            entry = units.first(where: isPresented) ?? wanted
        } else if let found = Self.entry(
            history, &chunks, &units, before: accuracy == .key ? nil : wanted.unit.pts, window.start)
        {
            entry = found
            if accuracy == .key { first = found }
        } else {
            // Nothing before can be decoded: the clip begins later.
            let later = units.first {
                $0.unit.randomAccess != nil && $0.unit.pts >= wanted.unit.pts && isPresented($0)
            }
            guard let later else { throw .noRandomAccessPoint }
            entry = later
            first = later
            isMoved = true
        }
        let from = first.unit.pts
        let isWanted = { (unit: IndexedUnit) in unit.pictureTime < window.end && unit.unit.pts >= from }
        guard let last = units.last(where: isWanted),
            let lastPresented = units.lazy.filter(isWanted).max(by: Self.isEarlier)
        else { return nil }
        self.chunks = chunks
        self.entry = entry
        self.first = first
        self.last = last
        self.lastPresented = lastPresented
        isStartMoved = isMoved
        let next = chunks.upperBound
        if next < history.count, history[next].run == history[chunks.lowerBound].run {
            units += Self.units(history, next..<(next + 1))
        }
        (endPTS, end) = Self.end(of: lastPresented, among: units)
    }

    /// The last random access point presented at or before time stamp `limit`, or instant `start` without one.
    ///
    /// `chunks` and their `units` grow to the front, within the run, until they hold it.
    private static func entry(
        _ history: HistorySnapshot, _ chunks: inout Range<Int>, _ units: inout [IndexedUnit], before limit: Int64?,
        _ start: StreamTime
    ) -> IndexedUnit? {
        let run = history[chunks.lowerBound].run
        let stop = max(0, chunks.lowerBound - entryReach)
        while true {
            let entry = units.last {
                guard $0.unit.randomAccess != nil else { return false }
                if let limit { return $0.unit.pts <= limit }
                return $0.pictureTime <= start
            }
            if let entry { return entry }
            let earlier = chunks.lowerBound - 1
            guard earlier >= stop, history[earlier].run == run else { return nil }
            chunks = earlier..<chunks.upperBound
            units = Self.units(history, earlier..<(earlier + 1)) + units
        }
    }

    /// The lead's units in `chunks`, in decoding order.
    private static func units(_ history: HistorySnapshot, _ chunks: Range<Int>) -> [IndexedUnit] {
        chunks.flatMap { index in
            let chunk = history[index]
            return chunk.units(of: chunk.lead)
        }
    }

    private static func isEarlier(_ left: IndexedUnit, _ right: IndexedUnit) -> Bool { left.unit.pts < right.unit.pts }

    /// When the picture after `last` is presented, or how long `last` would last as the ones before it do.
    private static func end(of last: IndexedUnit, among units: [IndexedUnit]) -> (pts: Int64, time: StreamTime) {
        let next = units.lazy.filter { $0.unit.pts > last.unit.pts }.min(by: isEarlier)
        if let next, next.unit.pts - last.unit.pts <= longestPicture { return (next.unit.pts, next.pictureTime) }
        let previous = units.lazy.filter { $0.unit.pts < last.unit.pts }.max(by: isEarlier)
        var step = previous.map { last.unit.pts - $0.unit.pts } ?? customaryPicture
        if step > longestPicture { step = customaryPicture }
        return (last.unit.pts + step, last.pictureTime + StreamDuration(nanoseconds: step * 100_000 / 9))
    }
}
