import Bytes
import Clips
import History
import MediaIO
import PacketIO
import TransportStream

/// Makes fragmented MP4 of a channel's segments, for players in web pages.
///
/// The pictures and the first sound that browsers play go into it; what tracks there are is found once for all fragments that
/// share an initialization segment.
final class FragmentMaker: Sendable {
    private struct Key: Hashable {
        var channel: String
        var epoch: Int64
        var initialization: Int
    }

    private struct Found {
        /// The file's tracks.
        var tracks: [MediaTrack] = []
        /// The channel's track that each of them is.
        var numbers: [Int] = []
        var order = 0
    }

    private struct State {
        var found: [Key: Found] = [:]
        var order = 0
    }

    /// Initialization segments that are remembered.
    private static let limit = 2_048

    private let state = Guarded(State())
    /// Where fragments are put together.
    private let pool = SlabLender(keeping: 16 << 20)

    /// The beginning of every file of the fragments that `segment` goes with; nil when its media are gone.
    func initialization(
        of segment: Segment, _ segmenter: Segmenter, _ history: HistorySnapshot, _ facts: TransportFacts
    ) throws(MediaFailure) -> SliceList? {
        guard let units = segmenter.units(of: segment, in: history) else { return nil }
        let found = try tracks(Self.key(segment, segmenter), units, facts, segment.languages)
        return SliceList(copying: try FragmentedMuxer.initialization(of: found.tracks))
    }

    /// The fragment of `segment`; nil when its media are gone.
    func fragment(
        of segment: Segment, _ segmenter: Segmenter, _ history: HistorySnapshot, _ facts: TransportFacts
    ) throws(MediaFailure) -> SliceList? {
        guard let units = segmenter.units(of: segment, in: history) else { return nil }
        let found = try tracks(Self.key(segment, segmenter), units, facts, segment.languages)
        var samples: [MediaSample] = []
        for track in units {
            guard let number = found.numbers.firstIndex(of: track.number) else { continue }
            samples += Self.samples(track.units, number, until: segment.dts.upperBound)
        }
        let fragment = try FragmentedMuxer.fragment(
            of: found.tracks, samples: samples, sequence: UInt32(truncatingIfNeeded: segment.sequence), in: pool)
        return SliceList(copying: fragment.bytes)
    }

    /// A unit lasts until the next one is decoded, the last one until the segment's end.
    private static func samples(_ units: [SegmentTrack.Unit], _ track: Int, until end: Int64) -> [MediaSample] {
        let roles = PictureRole.roles(of: units.map { ($0.indexed.unit.randomAccess, $0.indexed.unit.flags) })
        return units.indices.compactMap { index in
            guard roles[index] != .leftOut else { return nil }
            let own = units[index].indexed.unit
            let next = index + 1 < units.count ? units[index + 1].indexed.unit.dts : end
            return MediaSample(
                track: track, pts: own.pts, dts: own.dts, duration: max(1, next &- own.dts),
                isSync: roles[index] == .sync, bytes: units[index].bytes)
        }
    }

    private static func key(_ segment: Segment, _ segmenter: Segmenter) -> Key {
        Key(channel: segmenter.channel.id, epoch: segment.epoch, initialization: segment.initialization)
    }

    private func tracks(
        _ key: Key, _ units: [SegmentTrack], _ facts: TransportFacts, _ languages: [UInt16: String]
    ) throws(MediaFailure) -> Found {
        if let known = state.withLock({ $0.found[key] }) { return known }
        var found = Found()
        for track in units where facts.tracks.indices.contains(track.number) {
            let codec = facts.tracks[track.number].codec
            // No browser plays other pictures, whatever the container.
            if codec.kind == .video, codec != .h264, codec != .hevc { throw .codecNotForMP4(codec) }
            if codec.kind == .audio, found.tracks.contains(where: { $0.codec.kind == .audio }) { continue }
            do throws(MediaFailure) {
                var probed = try TrackProbe.track(of: codec, in: track.units.map(\.bytes))
                if codec.kind == .audio, !probed.playsInBrowsers { continue }
                if codec.kind == .audio { probed.language = languages[facts.tracks[track.number].pid] }
                found.tracks.append(probed)
                found.numbers.append(track.number)
            } catch {
                // Pictures without sound are better than nothing; without pictures there is nothing to show.
                if codec.kind == .video { throw error }
            }
        }
        let complete = found
        return state.withLock { state in
            if let known = state.found[key] { return known }
            state.order += 1
            state.found[key] = complete
            state.found[key]?.order = state.order
            if state.found.count > Self.limit, let oldest = state.found.min(by: { $0.value.order < $1.value.order }) {
                state.found[oldest.key] = nil
            }
            return complete
        }
    }
}
