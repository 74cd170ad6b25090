import Bytes
public import Clips
import History
import MediaIO
import Timing
import TransportStream

/// Makes MP4 files of plans, with memory that is used again and what is known of tracks.
public final class MovieMaker: Sendable {
    /// How often a plan is cut short because its sound goes on in another form.
    private static let turnLimit = 4

    private let book: TrackBook

    private let pool: SlabLender

    /// A maker that keeps up to `bytes` of memory ready for the next clips.
    public init(keeping bytes: Int = MovieMaker.usualSize, book: TrackBook = TrackBook()) {
        self.book = book
        pool = SlabLender(keeping: bytes)
    }

    /// Bytes that are kept ready unless told otherwise.
    public static let usualSize = 96 << 20

    /// The file of `plan`.
    public func clip(of plan: MoviePlan) throws(MovieFailure) -> MovieClip {
        var plan = plan
        for _ in 0..<Self.turnLimit {
            let units = gather(plan)
            let found = try tracks(plan, units)
            if let change = change(plan, units, found) {
                plan = try Self.stopping(plan, at: change)
                continue
            }
            return try write(plan, units, found)
        }
        throw .media(.nothingToWrite)
    }

    private static func stopping(_ plan: MoviePlan, at time: StreamTime) throws(MovieFailure) -> MoviePlan {
        do throws(ClipFailure) { return try plan.stopping(atCodec: time) } catch { throw .clip(error) }
    }

    /// The bytes of all samples, by track, each in one piece.
    private func gather(_ plan: MoviePlan) -> [[SliceList]] {
        var slab = pool.lease(SlabLender.slabLength)
        return plan.tracks.map { track in
            track.samples.map { sample in
                let size = sample.unit.unit.size
                if slab.spare < size { slab = pool.lease(max(size, SlabLender.slabLength)) }
                let start = slab.count
                _ = plan.copy(sample, to: slab)
                var bytes = SliceList()
                bytes.append(SlabSlice(slab, start..<slab.count))
                return bytes
            }
        }
    }

    /// The file's tracks and which of the plan's each is; what files cannot carry is left out.
    private struct Found {
        var tracks: [MediaTrack] = []
        var places: [Int] = []
        var leftOut: [Codec] = []
    }

    private func tracks(_ plan: MoviePlan, _ units: [[SliceList]]) throws(MovieFailure) -> Found {
        var found = Found()
        for (place, track) in plan.tracks.enumerated() {
            guard let first = track.samples.first else { continue }
            do throws(MediaFailure) {
                var probed = try book.track(plan.channelID, first.unit) { () throws(MediaFailure) in
                    try TrackProbe.track(of: track.codec, in: units[place])
                }
                probed.language = track.language
                found.tracks.append(probed)
                found.places.append(place)
            } catch {
                // Pictures without sound are better than nothing, and so is sound of a channel whose pictures no file carries.
                if track.codec.kind == .video, error != .codecNotForMP4(track.codec) { throw .media(error) }
                found.leftOut.append(track.codec)
            }
        }
        guard !found.tracks.isEmpty else {
            throw .clip(.nothingForMovie(plan.facts.leftOut + found.leftOut))
        }
        return found
    }

    /// When the sound of a track goes on in a form that its track in the file cannot carry; nil when it does not.
    private func change(_ plan: MoviePlan, _ units: [[SliceList]], _ found: Found) -> StreamTime? {
        var change: StreamTime?
        for (track, place) in zip(found.tracks, found.places) where track.size == nil {
            let samples = plan.tracks[place].samples
            // What lies behind the stretch is not heard, and what is damaged tells nothing.
            let sound = samples.indices.filter {
                samples[$0].pts < plan.duration && !samples[$0].unit.unit.flags.contains(.damaged)
            }
            guard let last = sound.last, Self.isOther(units[place][last], track) else { continue }
            // Halving finds a place where it changes; there is one as a rule.
            var (same, other) = (0, sound.count - 1)
            while other - same > 1 {
                let middle = (same + other) / 2
                if Self.isOther(units[place][sound[middle]], track) { other = middle } else { same = middle }
            }
            let time = samples[sound[other]].unit.pictureTime
            change = min(change ?? time, time)
        }
        return change
    }

    /// Whether a unit's sound is of another form than the track's; a unit without a whole frame tells nothing.
    private static func isOther(_ unit: SliceList, _ track: MediaTrack) -> Bool {
        guard let other = try? TrackProbe.track(of: track.codec, in: CollectionOfOne(unit)) else { return false }
        let isAAC = track.codec == .aac || track.codec == .aacLATM
        return other.sampleRate != track.sampleRate || other.channels != track.channels
            || isAAC && other.configuration != track.configuration
    }

    private func write(_ plan: MoviePlan, _ units: [[SliceList]], _ found: Found) throws(MovieFailure) -> MovieClip {
        var samples: [MediaSample] = []
        for (number, place) in found.places.enumerated() {
            for (sample, bytes) in zip(plan.tracks[place].samples, units[place]) {
                samples.append(
                    MediaSample(
                        track: number, pts: sample.pts, dts: sample.dts, duration: sample.duration,
                        isSync: sample.isSync, bytes: bytes))
            }
        }
        var movie = Movie(
            tracks: found.tracks, samples: samples, duration: plan.duration,
            layout: plan.format == .fragmented ? .fragmented : .progressive)
        movie.trimsSound = true
        var facts = plan.facts
        for codec in found.leftOut where !facts.leftOut.contains(codec) { facts.leftOut.append(codec) }
        do throws(MediaFailure) {
            let file = try MovieMuxer.file(of: movie, in: pool)
            let tracks = file.tracks.map { found.tracks[$0] }
            let kind = tracks.contains { $0.size != nil } ? "video" : "audio"
            return MovieClip(
                body: file.bytes, facts: facts,
                type: "\(kind)/mp4; codecs=\"\(tracks.map(\.codecs).joined(separator: ", "))\"")
        } catch {
            throw .media(error)
        }
    }
}
