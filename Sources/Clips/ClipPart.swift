import Evidence
import History
import Timing
import TransportStream

/// What one run of a channel gives to a clip: pictures in decoding order, from where decoding starts to the last one needed.
struct ClipPart: Sendable {
    /// A picture that comes so long after the one before does not tell how long that one lasts, in 1/90000 s.
    static let longestPicture: Int64 = 90_000
    /// How long a picture lasts when nothing tells.
    static let customaryPicture: Int64 = 3_600

    /// The run.
    let run: Int
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

    /// What `chunks` of one run of `history` give to `window`; nil when no picture of them is presented in it.
    ///
    /// - Throws: `noRandomAccessPoint` when pictures are presented but none can be decoded.
    init?(
        _ history: HistorySnapshot, chunks found: Range<Int>, window: ClipWindow, accuracy: ClipAccuracy
    ) throws(ClipFailure) {
        let run = history[found.lowerBound].run
        var chunks = found
        var units = Self.units(history, chunks)
        let isPresented = { (unit: IndexedUnit) in unit.pictureTime >= window.start && unit.pictureTime < window.end }
        guard var first = units.lazy.filter(isPresented).min(by: Self.isEarlier) else { return nil }
        // Without a picture that decoding can start at, the ones before it are looked at as well.
        let limit = accuracy == .key ? nil : first.unit.pts
        var entry = Self.entry(units, limit, window.start)
        while accuracy != .packet, entry == nil, chunks.lowerBound > 0, history[chunks.lowerBound - 1].run == run {
            chunks = (chunks.lowerBound - 1)..<chunks.upperBound
            units = Self.units(history, chunks.lowerBound..<(chunks.lowerBound + 1)) + units
            entry = Self.entry(units, limit, window.start)
        }
        var isMoved = false
        if accuracy == .packet {
            entry = units.first(where: isPresented)
        } else if entry == nil {
            entry = units.first { $0.unit.randomAccess != nil && $0.unit.pts >= first.unit.pts && isPresented($0) }
            guard let entry else { throw .noRandomAccessPoint }
            first = entry
            isMoved = true
        } else if accuracy == .key, let entry {
            first = entry
        }
        let from = first
        let isWanted = { (unit: IndexedUnit) in unit.pictureTime < window.end && unit.unit.pts >= from.unit.pts }
        guard let entry, let last = units.last(where: isWanted),
            let lastPresented = units.lazy.filter(isWanted).max(by: Self.isEarlier)
        else { return nil }
        self.run = run
        self.chunks = chunks
        self.entry = entry
        self.first = first
        self.last = last
        self.lastPresented = lastPresented
        isStartMoved = isMoved
        let after = chunks.upperBound < history.count && history[chunks.upperBound].run == run
        if after { units += Self.units(history, chunks.upperBound..<(chunks.upperBound + 1)) }
        (endPTS, end) = Self.end(of: lastPresented, among: units, before: history.liveEdge)
    }

    /// The lead's units in `chunks`, in decoding order.
    private static func units(_ history: HistorySnapshot, _ chunks: Range<Int>) -> [IndexedUnit] {
        chunks.flatMap { index in
            let chunk = history[index]
            return chunk.units(of: chunk.lead)
        }
    }

    private static func isEarlier(_ left: IndexedUnit, _ right: IndexedUnit) -> Bool { left.unit.pts < right.unit.pts }

    /// The last random access point presented at or before time stamp `limit`, or instant `start` without one.
    private static func entry(_ units: [IndexedUnit], _ limit: Int64?, _ start: StreamTime) -> IndexedUnit? {
        units.last {
            guard $0.unit.randomAccess != nil else { return false }
            if let limit { return $0.unit.pts <= limit }
            return $0.pictureTime <= start
        }
    }

    /// When the picture after `last` is presented, or how long `last` would last as the ones before it do.
    private static func end(
        of last: IndexedUnit, among units: [IndexedUnit], before liveEdge: StreamTime?
    ) -> (pts: Int64, time: StreamTime) {
        let next = units.lazy.filter { $0.unit.pts > last.unit.pts }.min(by: isEarlier)
        if let next, next.unit.pts - last.unit.pts <= longestPicture { return (next.unit.pts, next.pictureTime) }
        let previous = units.lazy.filter { $0.unit.pts < last.unit.pts }.max(by: isEarlier)
        var step = previous.map { last.unit.pts - $0.unit.pts } ?? customaryPicture
        if step > longestPicture { step = customaryPicture }
        return (last.unit.pts + step, last.pictureTime + StreamDuration(nanoseconds: step * 100_000 / 9))
    }
}

extension ClipRequest {
    /// The parts of `window`, oldest first, one for each run that has pictures in it.
    func parts(of window: ClipWindow, in history: HistorySnapshot) throws(ClipFailure) -> [ClipPart] {
        var parts: [ClipPart] = []
        var failure = ClipFailure.noPicture
        var index = 0
        while index < history.count {
            let lower = index
            let run = history[index].run
            var found: Range<Int>?
            while index < history.count, history[index].run == run {
                let chunk = history[index]
                if chunk.end > window.start, chunk.start < window.end {
                    found = (found?.lowerBound ?? index)..<(index + 1)
                }
                index += 1
            }
            guard let found, lower <= found.lowerBound else { continue }
            do throws(ClipFailure) {
                if let part = try ClipPart(history, chunks: found, window: window, accuracy: accuracy) {
                    parts.append(part)
                    if gaps == .stop { return parts }
                }
            } catch {
                failure = error
            }
        }
        guard !parts.isEmpty else { throw failure }
        return parts
    }
}
