import Clips
import Evidence
import History
import MediaIO
import Timing
import TransportStream

/// Decodes a channel's sound a little ahead of the play-head and gives each stretch when it is due.
struct SoundLine: ~Copyable {
    /// How far ahead of the play-head sound is decoded.
    static let ahead = StreamDuration(milliseconds: 200)
    /// Stretches that wait for their instants at most.
    static let limit = 64
    /// Sound that is later than this is passed over.
    static let patience = StreamDuration(milliseconds: 40)
    /// How far before the first stretch decoding starts at least: a frame is not whole without the one before it.
    static let leadIn = StreamDuration(milliseconds: 50)
    /// How often a track is looked for where there is none.
    static let look = StreamDuration(milliseconds: 200)
    /// How long the track may be silent before another one is looked for.
    static let longestSilence = StreamDuration(milliseconds: 500)
    /// Chunks around the play-head that are searched.
    private static let reach = 16

    private var decoder: SoundDecoder?
    private var track: Int?
    private var timeBase: UInt32?
    /// The last unit that was given to the decoder, or a place before the first.
    private var last = MediaPosition(packet: MediaID(serial: 0), offset: 0)
    /// The time stamp and the picture time of that unit.
    private var anchor: (pts: Int64, time: StreamTime)?
    /// Where the play-head is to be when something is found to begin with.
    private var wanted: StreamTime?
    /// Sound before it is left out.
    private var from = StreamTime(nanoseconds: .min)
    /// The end of the newest sound.
    private var heard = StreamTime(nanoseconds: .min)
    /// When a track was looked for last.
    private var looked: StreamTime?
    private var isDrained = false
    private var ready: [PlayedSound] = []
    /// Stretches that were too late.
    private(set) var late = 0

    /// Begins anew with the sound at `time`.
    mutating func jump(to time: StreamTime) {
        wanted = time
        ready = []
        looked = nil
    }

    /// When the next stretch is due; nil when none is ready.
    var due: StreamTime? { ready.first?.time }

    /// The next stretch, when it is due at `position`.
    mutating func next(at position: StreamTime) -> PlayedSound? {
        while let sound = ready.first, sound.time <= position {
            ready.removeFirst()
            guard position - sound.time > Self.patience else { return sound }
            late += 1
        }
        return nil
    }

    /// Decodes one more unit, when less is ready than may be; tells whether it did something.
    mutating func decode(_ kept: PlayedHistory, at position: StreamTime, isRunning: Bool) -> Bool {
        guard ready.count < Self.limit, ready.last.map({ $0.time < position + Self.ahead }) ?? true else {
            return false
        }
        if wanted == nil, isSilent(at: position) { wanted = position }
        if let time = wanted {
            // Nothing may be there for a long time.
            if let looked, position - looked < Self.look, position >= looked { return false }
            looked = position
            guard begin(at: time, kept) else { return false }
            wanted = nil
            from = time
        }
        guard let track, let place = kept.history.next(of: track, behind: last, at: position, within: Self.reach) else {
            return isRunning ? false : drain()
        }
        guard place.time <= position + Self.ahead else { return false }
        take(place, kept)
        return true
    }

    /// Whether nothing of the track came for a while.
    private borrowing func isSilent(at position: StreamTime) -> Bool {
        decoder == nil || position - heard > Self.longestSilence
    }

    private mutating func begin(at time: StreamTime, _ kept: PlayedHistory) -> Bool {
        let history = kept.history
        let chunk = history.lastChunk(begunAt: time) ?? 0
        let nearby = max(0, chunk - 2)..<min(history.count, chunk + 3)
        for number in kept.sounds(in: nearby) {
            let units = nearby.flatMap { index in
                history[index].units(of: number).map { UnitPlace(chunk: history[index], indexed: $0) }
            }
            // A unit may be long: the one that the play-head is in begins before it.
            guard let first = units.last(where: { $0.time <= time - Self.leadIn }) ?? units.first,
                let codec = kept.codec(of: number)
            else { continue }
            if decoder?.codec == codec {
                decoder?.reset()
            } else {
                decoder = try? SoundDecoder(codec: codec)
            }
            guard decoder != nil else { continue }
            track = number
            timeBase = first.unit.timeBase
            last = first.unit.start.predecessor
            anchor = (first.unit.pts, first.time)
            heard = max(time, first.time)
            return true
        }
        return false
    }

    private mutating func take(_ place: UnitPlace, _ kept: PlayedHistory) {
        if place.unit.timeBase != timeBase {
            _ = drain()
            timeBase = place.unit.timeBase
        }
        isDrained = false
        last = place.unit.start
        anchor = (place.unit.pts, place.time)
        let excerpt = MediaExcerpt(kept.history, packetLength: kept.packetLength)
        let bytes = excerpt.bytes(of: place.indexed, in: place.chunk)
        render { decoder, sounds throws(MediaFailure) in
            try decoder?.decode(bytes, pts: place.unit.pts, into: &sounds)
        }
    }

    /// Has the decoder give what it holds back; tells whether it may have held something back.
    private mutating func drain() -> Bool {
        guard !isDrained else { return false }
        isDrained = true
        render { decoder, sounds throws(MediaFailure) in try decoder?.drain(into: &sounds) }
        return true
    }

    private mutating func render(
        _ body: (inout SoundDecoder?, inout [DecodedSound]) throws(MediaFailure) -> Void
    ) {
        var sounds: [DecodedSound] = []
        do throws(MediaFailure) {
            try body(&decoder, &sounds)
        } catch {
            decoder = nil
        }
        guard let anchor else { return }
        for sound in sounds {
            let ticks = max(-Self.farthest, min(sound.pts &- anchor.pts, Self.farthest))
            let time = anchor.time + StreamDuration(nanoseconds: ticks * 100_000 / 9)
            heard = max(heard, time + StreamDuration(nanoseconds: Int64(min(sound.seconds, 10) * 1e9)))
            if time >= from { ready.append(PlayedSound(sound: sound, time: time)) }
        }
    }

    /// The farthest that sound lies from the unit that it came with, in 1/90000 s.
    private static let farthest: Int64 = 900_000
}

extension PlayedHistory {
    /// The sound tracks of the program whose pictures lie in some chunks, the first one first.
    func sounds(in chunks: Range<Int>) -> [Int] {
        guard let transport, let first = chunks.first else { return [] }
        let chunk = history[first]
        let program = chunk.units(of: chunk.lead).first?.unit.program
        return transport.tracks.indices.filter {
            transport.tracks[$0].codec.kind == .audio && transport.tracks[$0].program == program
        }
    }
}

extension HistorySnapshot {
    /// The first unit of a track behind `position`, in some chunks around the play-head.
    func next(of track: Int, behind position: MediaPosition, at time: StreamTime, within reach: Int) -> UnitPlace? {
        // A unit lies in the chunk in which it was completed, at most a few behind the one in which it began.
        let near = (lastChunk(begunAt: time) ?? 0) - reach / 2
        let first = max(0, near, lastChunk(beginningUpTo: position) - 2)
        for index in first..<min(max(first, count), first + reach) {
            let chunk = self[index]
            if let found = chunk.units(of: track).first(where: { $0.unit.start > position }) {
                return UnitPlace(chunk: chunk, indexed: found)
            }
        }
        return nil
    }
}
