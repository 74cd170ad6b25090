import Evidence
public import History
import NetworkFormats
public import Timing
import TransportStream

/// One picture of a channel's history: which it is, and from where it has to be decoded.
public struct PicturePlan: Hashable, Sendable {
    /// The random access point at which decoding starts.
    public let entry: PicturePlace
    /// The picture.
    public let target: PicturePlace
    /// Packets between the first one of `entry` and the last one of the picture that did not arrive, rebuilt ones among them.
    public let lostPackets: Int
    /// Packets among them that were rebuilt.
    public let recoveredPackets: Int
    /// Whether something that the picture is decoded from is missing, as far as the index knows.
    public let isDamaged: Bool
    /// Whether the same absolute instant names the same picture for ever.
    public let isFinal: Bool

    /// When the picture is presented.
    public var time: StreamTime { target.time }

    /// Finds the picture that `instant` names: the last one presented at or before it.
    public init(
        at instant: StillRequest.Instant, in history: HistorySnapshot
    ) throws(ClipFailure) {
        let time = try Self.time(of: instant, in: history)
        guard let target = history.picture(at: time) else {
            throw .past(oldest: history.oldest ?? time)
        }
        if case .absolute = instant, !history.isSettled, history.isOfNewestRun(target) {
            throw .notSettled(retryAfterSeconds: history.secondsUntilSettled)
        }
        try self.init(target, isFinal: history.isFinal(at: time, target), in: history)
    }

    /// Plans a picture that is known.
    init(_ target: PicturePlace, isFinal: Bool, in history: HistorySnapshot) throws(ClipFailure) {
        guard let entry = history.entry(for: target) else { throw .noRandomAccessPoint }
        self.entry = entry
        self.target = target
        self.isFinal = isFinal
        let loss = history.loss(from: entry, through: target)
        lostPackets = loss.lost
        recoveredPackets = loss.recovered
        isDamaged = loss.isDamaged
    }

    /// The instant as UTC, once it lies in what is kept.
    private static func time(of instant: StillRequest.Instant, in history: HistorySnapshot) throws(ClipFailure)
        -> StreamTime
    {
        guard let oldest = history.oldest, let liveEdge = history.liveEdge, oldest < liveEdge else {
            throw .nothingKept
        }
        let time: StreamTime
        switch instant {
        case .beforeLiveEdge(let length):
            // At the live edge itself nothing is presented yet.
            time = min(liveEdge - length, liveEdge - StreamDuration(nanoseconds: 1))
        case .absolute(let asked):
            time = asked
            guard time < liveEdge else {
                let window = ClipRequest(window: .absolute(from: time, to: time + StreamDuration(nanoseconds: 1)))
                _ = try window.window(in: history)
                throw .nothingKept
            }
        }
        guard time >= oldest else { throw .past(oldest: oldest) }
        return time
    }

    /// Adds all that decides which picture this is; the instant tells media apart that bear the same numbers.
    func add(to tag: inout EntityTag) {
        for place in [entry, target] {
            tag.add(place.indexed.unit.completed.time.nanoseconds)
            tag.add(place.indexed.unit.start.packet.serial)
            tag.add(place.indexed.unit.start.offset)
        }
        // The picture time is told with the picture, and moves until it is final.
        tag.add(target.time.nanoseconds)
    }

    /// A strong entity tag, in its quotes, of this picture of channel `id`, `width` samples wide (0: as it is).
    public func entityTag(channel id: String, width: Int) -> String {
        var tag = EntityTag()
        tag.add(id)
        tag.add("jpeg")
        tag.add(width)
        add(to: &tag)
        return tag.text
    }
}

extension StillRequest {
    /// How long it takes until the picture is there; nil when it is, or when it never will be.
    public func timeUntilComplete(in history: HistorySnapshot) -> StreamDuration? {
        guard case .absolute(let time) = instant, let liveEdge = history.liveEdge, time >= liveEdge else { return nil }
        return time - liveEdge + StreamDuration(nanoseconds: 1)
    }
}

extension HistorySnapshot {
    /// Whether the picture is of the run that still goes on.
    func isOfNewestRun(_ place: PicturePlace) -> Bool { self[place.chunk].run == self[count - 1].run }

    /// Whole seconds until the picture times of the newest run are final, at least one.
    var secondsUntilSettled: Int {
        guard let begun = startOfNewestRun, let liveEdge else { return 1 }
        let left = (Self.settling - (liveEdge - begun)).nanoseconds
        return max(1, Int((left + TextCursor.second - 1) / TextCursor.second))
    }

    /// Whether no picture can come any more that is presented behind `place` and at or before `time`.
    ///
    /// Pictures come in the order of decoding, and none is presented before it is decoded.
    func isFinal(at time: StreamTime, _ place: PicturePlace) -> Bool {
        guard isOfNewestRun(place) else { return true }
        let chunk = self[count - 1]
        guard isSettled, let newest = chunk.units(of: chunk.lead).last else { return false }
        return time <= newest.pictureTime - StreamDuration(ticks: newest.unit.pts &- newest.unit.dts)
    }

    /// What was lost from the first packet of one picture to the last one of a later one of the same run.
    func loss(from first: PicturePlace, through last: PicturePlace) -> (lost: Int, recovered: Int, isDamaged: Bool) {
        var lost = 0
        var recovered = 0
        var packet = max(first.indexed.unit.start.packet, media.first)
        let end = min(last.indexed.unit.last.packet, media.end)
        while packet <= end, media.contains(packet) {
            let kept = media[packet]
            switch kept.kind {
            case .received: break
            case .recovered: recovered += 1
            case .lost: lost += Int(max(1, kept.count))
            }
            packet.serial += 1
        }
        return (lost + recovered, recovered, lost > 0 && isHurt(from: first, through: last))
    }

    /// Whether a picture of a stretch is damaged, or one seems to be missing between two others.
    private func isHurt(from first: PicturePlace, through last: PicturePlace) -> Bool {
        var place = first
        var shortest = Int64.max
        var longest: Int64 = 0
        while true {
            if place.indexed.unit.flags.contains(.damaged) { return true }
            guard place != last, let next = picture(after: place) else { break }
            let step = next.indexed.unit.dts &- place.indexed.unit.dts
            if step > 0 { shortest = min(shortest, step) }
            longest = max(longest, step)
            place = next
        }
        // Half a picture more than the shortest step between two is one that is missing.
        return shortest < .max && longest > shortest + shortest / 2
    }
}
