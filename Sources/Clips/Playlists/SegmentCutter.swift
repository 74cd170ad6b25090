import Evidence
import History
import NetworkFormats
import Timing
import TransportStream

/// Decides where the pictures of one run are cut into segments, from nothing but their order.
struct SegmentCutter: Sendable {
    /// What must be known of a picture.
    struct Picture: Hashable, Sendable {
        var pts: Int64
        var dts: Int64
        /// When it is presented, and when it was complete.
        var time: StreamTime
        var completed: StreamTime
        var start: MediaPosition
        var last: MediaPosition
        var isPoint: Bool
        /// Sound: nothing is decoded out of order.
        var isSound: Bool

        init(_ unit: IndexedUnit) {
            pts = unit.unit.pts
            dts = unit.unit.dts
            time = unit.pictureTime
            completed = unit.unit.completed.time
            start = unit.unit.start
            last = unit.unit.last
            isPoint = unit.unit.randomAccess != nil
            isSound = unit.unit.randomAccess == .audio
        }
    }

    /// A stretch of pictures, or of what was lost between two.
    struct Cut: Hashable, Sendable {
        var isGap = false
        var isIndependent: Bool
        var start: StreamTime
        var pts: Range<Int64>
        var dts: Range<Int64>
        var first: MediaPosition
        var end: MediaPosition
        /// Whether its run ends with it.
        var endsRun = false
    }

    /// A picture that a segment can begin with, and the earliest one of what follows.
    private struct Border {
        var index: Int
        var pts: Int64
        var time: StreamTime
    }

    /// A stretch without pictures that is longer was lost, in 1/90000 s; a shorter one is part of its segment.
    static let shortestGap: Int64 = 45_000
    /// Steps between pictures that are believed, in 1/90000 s.
    static let stepRange: ClosedRange<Int64> = 1...90_000
    /// Pictures that may be presented before the one that they are decoded after.
    static let reorderLimit = 64
    /// Pictures that wait to be cut; with more, time stamps make no sense and the segment ends.
    static let pictureLimit = 4_096
    /// Segments that stand for one gap; what is longer begins later.
    static let gapLimit = 4_096

    /// The longest segment, in 1/90000 s.
    var limit: Int64 = 0
    /// The pictures from the open segment's first on.
    private(set) var pictures: [Picture] = []
    private var open: Border?
    private var step: Int64 = 3_600

    /// Whether the first picture that decoding can start at has come.
    var hasBegun: Bool { open != nil || !pictures.isEmpty }

    /// Takes the next picture in decoding order; those before the first random access point are passed over.
    mutating func append(_ picture: Picture) {
        if hasBegun || picture.isPoint { pictures.append(picture) }
    }

    /// The next stretches that are certain, whatever comes after them.
    ///
    /// Empty when none is. With `isOver` nothing comes any more.
    mutating func next(isOver: Bool = false) -> [Cut] {
        guard limit > 0, let open = open ?? border(at: 0, isOver) else { return [] }
        self.open = open
        var most = pictures.first?.pts ?? 0
        var point: Border?
        var anchor: Border?
        for index in pictures.indices.dropFirst() {
            let picture = pictures[index]
            defer { most = max(most, picture.pts) }
            let isAnchor = picture.pts > most
            guard picture.isPoint || isAnchor else { continue }
            guard let border = border(at: index, isOver) else { return [] }
            let length = border.pts - open.pts
            if length > limit || index >= Self.pictureLimit {
                if let cut = point ?? (isLost(before: border, most, index) ? nil : anchor) { return [close(at: cut)] }
                return bridge(from: index, contentEnd: min(most + step(before: index), open.pts + limit), isOver)
            }
            guard length > 0 else { continue }
            if picture.isPoint, length * 2 >= limit { return [close(at: border)] }
            if picture.isPoint { point = border }
            if isAnchor { anchor = border }
        }
        return []
    }

    /// What is left when nothing comes any more, ending before `position`.
    mutating func rest(upTo position: MediaPosition) -> Cut? {
        guard let open, let first = pictures.first, let last = pictures.last else { return nil }
        let most = pictures.map(\.pts).max() ?? first.pts
        let end = min(most + step(before: pictures.count), open.pts + limit)
        let cut = Cut(
            isIndependent: first.isPoint, start: open.time, pts: open.pts..<max(open.pts, end),
            dts: first.dts..<max(first.dts, last.dts + 1), first: first.start, end: max(position, first.start),
            endsRun: true)
        pictures = []
        self.open = nil
        return cut
    }

    /// The border before picture `index`; nil while a later picture may still be presented before the ones that are there.
    private func border(at index: Int, _ isOver: Bool) -> Border? {
        guard index < pictures.count else { return nil }
        let picture = pictures[index]
        var border = Border(index: index, pts: picture.pts, time: picture.time)
        if picture.isSound { return border }
        let upper = min(pictures.count, index + Self.reorderLimit)
        for later in pictures[(index + 1)..<max(index + 1, upper)] {
            if later.pts > picture.pts { return border }
            if later.pts < border.pts {
                border.pts = later.pts
                border.time = later.time
            }
        }
        return isOver || upper == index + Self.reorderLimit ? border : nil
    }

    /// How long the pictures before `index` last, each.
    private func step(before index: Int) -> Int64 {
        guard index >= 2 else { return step }
        let step = pictures[index - 1].dts - pictures[index - 2].dts
        return Self.stepRange.contains(step) ? step : self.step
    }

    private func isLost(before border: Border, _ most: Int64, _ index: Int) -> Bool {
        border.pts - (most + step(before: index)) > Self.shortestGap
    }

    /// Ends the open segment before a border.
    private mutating func close(at border: Border) -> Cut {
        close(at: border.index, end: border.pts, next: border)
    }

    private mutating func close(at index: Int, end: Int64, next: Border) -> Cut {
        let from = open ?? next
        let first = pictures[0]
        let cut = Cut(
            isIndependent: first.isPoint, start: from.time, pts: from.pts..<max(from.pts, end),
            dts: first.dts..<max(first.dts, pictures[index].dts), first: first.start, end: pictures[index].start)
        step = step(before: index)
        pictures.removeFirst(next.index)
        open = Border(index: 0, pts: next.pts, time: next.time)
        return cut
    }

    /// Ends the open segment at `contentEnd` and bridges what was lost up to the next picture that decoding can start at.
    private mutating func bridge(from index: Int, contentEnd: Int64, _ isOver: Bool) -> [Cut] {
        let behind = pictures[index]
        let near = pictures[index...].prefix { $0.dts - behind.dts < limit }
        let point = near.firstIndex(where: \.isPoint)
        let isNear = near.count == pictures.count - index && near.count < Self.pictureLimit
        guard point != nil || isOver || !isNear else { return [] }
        guard let next = border(at: point ?? index, isOver) else { return [] }
        let dts = behind.dts..<max(behind.dts, pictures[next.index].dts)
        let (first, end) = (behind.start, pictures[next.index].start)
        let segment = close(at: index, end: contentEnd, next: next)
        let length = next.pts - contentEnd
        guard length > 0 else { return [segment] }
        let pieces = min(Int64(Self.gapLimit), (length + limit - 1) / limit)
        let bounds = (0...pieces).map { contentEnd + min(length, pieces * limit) * $0 / pieces }
        let start = segment.start
        return [segment]
            + zip(bounds, bounds.dropFirst()).enumerated().map { place, bound in
                Cut(
                    isGap: true, isIndependent: true,
                    start: start + StreamDuration(ticks: bound.0 - segment.pts.lowerBound), pts: bound.0..<bound.1,
                    dts: dts, first: place == 0 ? first : end, end: end)
            }
    }
}
