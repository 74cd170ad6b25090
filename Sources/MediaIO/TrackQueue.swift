import Bytes
import TransportStream

/// The samples of one track on their way into a file, their decode times strictly rising.
struct TrackQueue {
    /// One of them; its bytes were not looked at yet, or lie in `sound`.
    struct Entry {
        var pts: Int64
        var dts: Int64
        var duration: Int64
        var isSync: Bool
        /// The picture's number among the samples given, or the place of the frame in `sound`.
        var place: Range<Int>
    }

    /// The instants, in 1/90000 s, that a file can hold.
    struct Limits {
        var earliest: Int64
        var latest: Int64
        /// Audio frames of one track.
        var frames: Int
        /// The stretch whose sound is wanted; nil for all.
        var heard: Range<Int64>?
        /// Frames before it that are wanted as well: decoders need one.
        var hidden = 0
    }

    /// The track.
    let track: MediaTrack
    /// Its place among the file's tracks.
    let number: Int
    /// The samples, in decoding order.
    private(set) var entries: [Entry] = []
    /// The bytes of all audio frames.
    private(set) var sound: [UInt8] = []
    /// Samples that were left out: of no time or out of order, or damaged sound.
    private(set) var dropped = 0

    /// The longest that the last picture lasts: 10 s.
    private static let longestPicture: Int64 = 900_000
    /// The longest hole at the end of the sound that its last frame covers, in seconds.
    private static let longestHole: Int64 = 1

    /// The samples of `track`, which are those of `samples` at `own`; `following` only completes the last audio frame.
    init(
        _ track: MediaTrack, _ number: Int, _ samples: [MediaSample], _ own: [Int], following: [MediaSample],
        _ limits: Limits
    ) {
        self.track = track
        self.number = number
        if track.size == nil {
            addFrames(samples, own, following, limits)
        } else {
            addPictures(samples, own, limits)
        }
    }

    private mutating func addPictures(_ samples: [MediaSample], _ own: [Int], _ limits: Limits) {
        entries.reserveCapacity(own.count)
        var last = limits.earliest - 1
        for index in own {
            let sample = samples[index]
            // Decode times must rise, and a picture cannot be shown before it is decoded.
            let dts = max(min(sample.dts, sample.pts), last + 1)
            guard dts <= sample.pts, sample.pts < limits.latest, sample.bytes.count > 0 else {
                dropped += 1
                continue
            }
            last = dts
            let duration = max(1, min(sample.duration, Self.longestPicture))
            entries.append(
                Entry(
                    pts: sample.pts, dts: dts, duration: duration, isSync: sample.isSync, place: index..<(index + 1)))
        }
    }

    private mutating func addFrames(
        _ samples: [MediaSample], _ own: [Int], _ following: [MediaSample], _ limits: Limits
    ) {
        var splitter = AudioSplitter(track)
        for index in own {
            guard let start = audioTime(samples[index].pts, limits) else {
                dropped += 1
                continue
            }
            splitter.append(samples[index].bytes, start: start)
        }
        for sample in following where sample.track == number { splitter.append(following: sample.bytes) }
        let found = splitter.frames(limit: limits.frames)
        sound = found.sound
        dropped += found.dropped
        entries = wanted(found.frames, limits).map { frame in
            Entry(pts: frame.start, dts: frame.start, duration: frame.samples, isSync: true, place: frame.place)
        }
        // Sound that is missing at the end must leave no hole: players stop at one.
        guard let last = entries.last, let sample = own.last.map({ samples[$0] }),
            let end = audioTime(sample.pts &+ max(0, sample.duration), limits)
        else { return }
        let missing = min(end, limits.heard.map { track.units(of: $0.upperBound) } ?? end) - (last.dts + last.duration)
        if missing > last.duration / 2, missing <= Self.longestHole * Int64(track.sampleRate) {
            entries[entries.count - 1].duration += missing
        }
    }

    /// Of frames in order those that overlap the stretch, and the hidden ones before it.
    private func wanted(_ frames: [AudioSplitter.Frame], _ limits: Limits) -> ArraySlice<AudioSplitter.Frame> {
        guard let heard = limits.heard else { return frames[...] }
        let (start, end) = (track.units(of: heard.lowerBound), track.units(of: heard.upperBound))
        let first = frames.firstIndex { $0.start + $0.samples > start } ?? frames.count
        let last = frames.firstIndex { $0.start >= end } ?? frames.count
        // What is not heard at all needs no track.
        guard first < last else { return [] }
        return frames[max(0, first - limits.hidden)..<last]
    }

    /// An instant in 1/90000 s as audio samples, rounded; nil when it lies outside the file's time line.
    private func audioTime(_ pts: Int64, _ limits: Limits) -> Int64? {
        guard pts >= limits.earliest, pts < limits.latest else { return nil }
        return track.units(of: pts)
    }
}

extension MediaTrack {
    /// An instant or a length in 1/90000 s in the track's units, rounded; the caller has checked that it is no later than
    /// 2^53.
    func units(of ticks: Int64) -> Int64 {
        guard timeScale != 90_000 else { return ticks }
        let scale = Int64(timeScale)
        let seconds = ticks >= 0 ? ticks / 90_000 : -((89_999 - ticks) / 90_000)
        let rest = ticks - seconds * 90_000
        return seconds * scale + (rest * scale + 45_000) / 90_000
    }

    /// An instant in the track's units in 1/90000 s, rounded down.
    func ticks(of units: Int64) -> Int64 {
        guard timeScale != 90_000 else { return units }
        let scale = Int64(timeScale)
        let seconds = units >= 0 ? units / scale : -((scale - 1 - units) / scale)
        return seconds * 90_000 + (units - seconds * scale) * 90_000 / scale
    }
}
