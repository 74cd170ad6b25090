import History
import NetworkFormats
import Timing
import TransportStream

/// Everything that a clip is made of: one part for each run of the sender in its window, on one time line.
struct ClipParts: Sendable {
    /// The parts, oldest first; there is one at least.
    private(set) var parts: [ClipPart] = []
    /// Where each begins on the clip's time line, in 1/90000 s behind the first presented picture.
    private(set) var bases: [Int64] = []
    /// Whether each goes on where the one before ends, on its time base and with nothing between them: the map only named
    /// another track to carry the pictures.
    private(set) var joins: [Bool] = []
    /// The places where media do not go on.
    private(set) var gaps: [ClipGap] = []
    /// Whether the clip ends at one of them, before its window does.
    private(set) var isStopped = false

    /// Cuts what `request` asks for out of `window`; the codecs are those of `media`, where that is given.
    init(
        _ request: ClipRequest, as format: ClipFormat, _ window: ClipWindow, in history: HistorySnapshot,
        media: TransportFacts?
    ) throws(ClipFailure) {
        var failure = ClipFailure.noPicture
        var rules = ClipPart.Rules()
        rules.accuracy = request.accuracy
        rules.stopsAtGap = request.gaps == .stop
        rules.needsReceivedEntry = request.content == .received && format != .transport
        rules.followers = format == .progressive ? Self.followers : 0
        for found in history.chunks(from: window.start, upTo: window.end) {
            rules.isFirst = parts.isEmpty
            rules.sound = media?.sound(of: history[found.lowerBound].lead)
            do throws(ClipFailure) {
                guard let part = try ClipPart(history, chunks: found, window: window, rules) else { continue }
                guard append(part, rules, format, media) else { return }
            } catch {
                failure = error
            }
        }
        guard !parts.isEmpty else { throw failure }
    }

    /// Units that follow a random access point that is no clean start: libavcodec drops what its reorder buffer holds when a
    /// stream ends before the point itself was given (definitions D3).
    private static let followers = 16

    /// Adds the next part; false when the clip ends with it or before it.
    private mutating func append(
        _ part: ClipPart, _ rules: ClipPart.Rules, _ format: ClipFormat, _ media: TransportFacts?
    ) -> Bool {
        var base: Int64 = 0
        var isJoined = false
        if let previous = parts.last, let previousBase = bases.last {
            let isOther = media?.codec(of: previous.row.lead) != media?.codec(of: part.row.lead)
            isJoined = part.isJoined(to: previous)
            if isOther || !isJoined || !part.isNext(to: previous) {
                gaps.append(ClipGap(kind: isOther ? .codec : .timeBase, time: part.start))
                guard !(isOther && format != .transport), !rules.stopsAtGap else {
                    isStopped = true
                    return false
                }
            }
            // On one time base the time stamps tell the distance exactly.
            base =
                part.sharesClock(with: previous)
                ? previousBase + part.firstPTS - previous.firstPTS : (part.start - parts[0].start).ticks
        }
        bases.append(max(base, duration))
        if isJoined { parts[parts.count - 1].reachEnd() }
        joins.append(isJoined)
        parts.append(part)
        gaps += part.gaps
        isStopped = part.isStopped
        return !isStopped
    }

    /// Ends the clip where another codec begins.
    mutating func stop(atCodec time: StreamTime) {
        gaps.append(ClipGap(kind: .codec, time: time))
        isStopped = true
    }

    /// The parts that lie in one piece: the first and the last of each piece.
    var pieces: [ClosedRange<Int>] {
        var pieces: [ClosedRange<Int>] = []
        for place in parts.indices {
            if joins[place], let last = pieces.popLast() {
                pieces.append(last.lowerBound...place)
            } else {
                pieces.append(place...place)
            }
        }
        return pieces
    }

    /// How long the clip lasts on its time line, in 1/90000 s.
    var duration: Int64 {
        guard let part = parts.last, let base = bases.last else { return 0 }
        return base + part.length
    }

    /// Whether no picture that would change it is still to come.
    var isFinal: Bool { parts.allSatisfy(\.isFinal) }
}

extension TransportFacts {
    /// How a track is coded; nil when it is not known.
    func codec(of track: Int) -> Codec? { tracks.indices.contains(track) ? tracks[track].codec : nil }

    /// The frames of a track of sound, where their length is known.
    func sound(of track: Int) -> SoundFrames? {
        guard tracks.indices.contains(track), let format = tracks[track].audio else { return nil }
        return SoundFrames(format.codec, sampleRate: format.sampleRate)
    }
}

extension StreamDuration {
    /// The length in 1/90000 s, rounded.
    var ticks: Int64 {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * 90_000 + (rest * 9 + (rest < 0 ? -50_000 : 50_000)) / 100_000
    }
}
