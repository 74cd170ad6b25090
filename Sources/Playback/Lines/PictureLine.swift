import Bytes
import Clips
import Evidence
import History
import MediaIO
import Timing
import TransportStream

/// Decodes a channel's pictures a little ahead of the play-head and gives each when it is due.
///
/// Decoding starts at a random access point; pictures before the one that was asked for are left out. A picture with missing
/// packets is decoded, because others refer to it, but not given: it counts as dropped.
struct PictureLine: ~Copyable {
    /// Pictures that wait for their instants at most.
    static let ahead = 4
    /// A picture that is later than this is passed over, as long as others are shown.
    static let patience = StreamDuration(milliseconds: 40)
    /// How long nothing may be shown because everything is late.
    static let longestStill = StreamDuration(milliseconds: 200)
    /// How far decoding may be behind before it is begun anew at a later random access point.
    static let longestLag = StreamDuration(milliseconds: 500)
    /// How long the picture of a jump may take.
    static let longestSearch = StreamDuration(seconds: 2)
    /// Pictures that the decoder may hold back.
    private static let heldLimit = 64

    /// A unit that the decoder has.
    private struct Held {
        var time: StreamTime
        var isDamaged: Bool
    }

    private var decoder: PictureDecoder?
    private var run: Int?
    /// The last unit that was given to the decoder, or a place before the first.
    private var last = MediaPosition(packet: MediaID(serial: 0), offset: 0)
    private var lastTime = StreamTime(nanoseconds: .min)
    /// Where the play-head is to be when something is found to begin with.
    private var wanted: StreamTime?
    /// Pictures before it are left out.
    private var from = StreamTime(nanoseconds: .min)
    /// Whether leading pictures lack what they refer to.
    private var isJoining = true
    private var isDrained = false
    private var held: [Int64: Held] = [:]
    private var ready: [PlayedPicture] = []
    /// Whether no picture was given since the jump: the first one may be late.
    private var isFirst = true
    private var shown = StreamTime(nanoseconds: .min)
    /// Pictures that were given up: those the decoder could not decode, and those that were too late.
    private(set) var drops = 0

    /// Begins anew so that the first picture is the one at `time`.
    mutating func jump(to time: StreamTime) {
        wanted = time
        ready = []
        held = [:]
        isFirst = true
    }

    /// When the next picture is due; nil when none is ready.
    var due: StreamTime? { ready.first?.time }

    /// The next picture, when it is due at `position`.
    mutating func next(at position: StreamTime) -> PlayedPicture? {
        while let picture = ready.first, picture.time <= position {
            ready.removeFirst()
            let isLate = position - picture.time > Self.patience
            if isLate, !isFirst, position - shown < Self.longestStill {
                drops += 1
                continue
            }
            isFirst = false
            shown = position
            return picture
        }
        return nil
    }

    /// Decodes one more unit, when fewer pictures are ready than may be; tells whether it did something.
    mutating func decode(_ kept: PlayedHistory, at position: StreamTime, isRunning: Bool) -> Bool {
        guard ready.count < Self.ahead else { return false }
        let history = kept.history
        if wanted == nil, isBehind(history, at: position) { jump(to: position) }
        if let time = wanted {
            guard let entry = history.entry(for: time), kept.codec(of: entry.chunk.lead) != nil else { return false }
            wanted = nil
            // Once nothing more comes, the last picture is what there is at the end.
            from = isRunning ? time : min(time, history.newestPicture ?? time)
            begin(with: entry, kept)
        }
        guard decoder != nil else { return false }
        guard let place = history.nextLead(behind: last) else { return isRunning ? false : drain() }
        guard place.chunk.run == run else { return goOn(kept) }
        take(place, kept)
        return true
    }

    /// Whether decoding cannot go on, or would be slower than beginning anew.
    private borrowing func isBehind(_ history: HistorySnapshot, at position: StreamTime) -> Bool {
        guard history.count > 0, run != nil else { return run == nil }
        // What comes next was given up.
        if history[0].beginning > last { return true }
        if decoder == nil { return history[history.count - 1].run != run }
        // The picture that was asked for is worth some time.
        if isFirst, position - from < Self.longestSearch { return false }
        guard position - lastTime > Self.longestLag, let entry = history.lastEntry(upTo: position) else { return false }
        return entry.unit.start > last
    }

    /// Goes on with the next run, once it can be decoded.
    private mutating func goOn(_ kept: PlayedHistory) -> Bool {
        let didDrain = drain()
        guard let entry = kept.history.nextEntry(behind: last, not: run), kept.codec(of: entry.chunk.lead) != nil else {
            return didDrain
        }
        begin(with: entry, kept)
        return true
    }

    private mutating func begin(with entry: UnitPlace, _ kept: PlayedHistory) {
        run = entry.chunk.run
        last = entry.unit.start.predecessor
        lastTime = entry.time
        held = [:]
        isJoining = true
        isDrained = false
        guard let codec = kept.codec(of: entry.chunk.lead), codec.kind == .video else {
            decoder = nil
            return
        }
        if decoder?.codec == codec {
            decoder?.reset()
        } else {
            decoder = try? PictureDecoder(codec: codec)
        }
    }

    private mutating func take(_ place: UnitPlace, _ kept: PlayedHistory) {
        let isFirstUnit = last == place.unit.start.predecessor
        last = place.unit.start
        lastTime = place.time
        if !isFirstUnit, place.unit.randomAccess != nil { isJoining = false }
        if isJoining, place.unit.flags.contains(.skippedLeading) { return }
        let excerpt = MediaExcerpt(kept.history, packetLength: kept.packetLength)
        let bytes = excerpt.bytes(of: place.indexed, in: place.chunk)
        if held.count >= Self.heldLimit { held = [:] }
        held[place.unit.pts] = Held(time: place.time, isDamaged: place.unit.flags.contains(.damaged))
        render { decoder, pictures throws(MediaFailure) in
            try decoder?.decode(bytes, pts: place.unit.pts, dts: place.unit.dts, into: &pictures)
        }
    }

    /// Has the decoder give what it holds back; tells whether it held something back.
    private mutating func drain() -> Bool {
        guard !isDrained else { return false }
        isDrained = true
        render { decoder, pictures throws(MediaFailure) in try decoder?.drain(into: &pictures) }
        return true
    }

    private mutating func render(
        _ body: (inout PictureDecoder?, inout [DecodedPicture]) throws(MediaFailure) -> Void
    ) {
        var pictures: [DecodedPicture] = []
        let before = decoder?.unitsGivenUp ?? 0
        do throws(MediaFailure) {
            try body(&decoder, &pictures)
        } catch {
            // No memory: the next random access point may find some.
            decoder = nil
            run = nil
            drops += 1
        }
        drops += max(0, (decoder?.unitsGivenUp ?? before) - before)
        for picture in pictures {
            guard let unit = held.removeValue(forKey: picture.pts), !unit.isDamaged, unit.time >= from else { continue }
            ready.append(PlayedPicture(picture: picture, time: unit.time))
        }
    }
}

extension PlayedHistory {
    /// How a track is coded; nil when that is not known.
    func codec(of track: Int) -> Codec? {
        transport.flatMap { $0.tracks.indices.contains(track) ? $0.tracks[track].codec : nil }
    }

    /// A random access point as a picture; nil when it cannot be decoded.
    func still(of entry: UnitPlace) -> PlayedPicture? {
        guard let codec = codec(of: entry.chunk.lead), codec.kind == .video else { return nil }
        let bytes = MediaExcerpt(history, packetLength: packetLength).bytes(of: entry.indexed, in: entry.chunk)
        let picture = try? PictureDecoder.still(of: bytes, codec: codec, pts: entry.unit.pts)
        return picture.map { PlayedPicture(picture: $0, time: entry.time) }
    }
}

extension HistorySnapshot {
    /// The picture time of the last picture.
    var newestPicture: StreamTime? {
        guard count > 0 else { return nil }
        let chunk = self[count - 1]
        return chunk.units(of: chunk.lead).lazy.map(\.pictureTime).max()
    }
}
