import Bytes
import CLibAV
import TransportStream

/// Puts access units into fragmented MP4 with libavformat: initialization segments, and fragments that stand alone.
///
/// Every call is complete in itself and gives the same bytes for the same input, so any thread may make any fragment.
public enum FragmentedMuxer {
    /// Tracks that one file may have.
    public static let trackLimit = 16
    /// Samples that one fragment may have.
    public static let sampleLimit = 65_536
    /// Bytes that the samples of one fragment may have.
    public static let byteLimit = 256 << 20
    /// The latest instant, in 1/90000 s: 3 000 years, far from where 64 bits end.
    static let timeLimit: Int64 = 1 << 53

    /// The initialization segment, `ftyp` and `moov`, of a file with `tracks`.
    public static func initialization(of tracks: [MediaTrack]) throws(MediaFailure) -> [UInt8] {
        guard !tracks.isEmpty, tracks.count <= trackLimit else { throw .trackCount(tracks.count) }
        let pool = SlabLender(keeping: 0)
        let muxer = try MuxerContext.begun(tracks, .fragmented(sequence: 1), into: pool)
        try muxer.writeFramesAhead(tracks, pool)
        return muxer.file.own
    }

    /// The fragment that `samples` make, `styp`, `moof` and `mdat`; its decode times are those of the samples, never from 0.
    ///
    /// Samples of one track come in decoding order; tracks may alternate at will. `following` are units of audio tracks
    /// that come right after them: when an audio frame goes on from one PES packet into the next, its rest is taken there.
    public static func fragment(
        of tracks: [MediaTrack], samples: [MediaSample], following: [MediaSample] = [], sequence: UInt32,
        in pool: SlabLender = SlabLender(keeping: 0)
    ) throws(MediaFailure) -> MediaFragment {
        guard samples.count + following.count <= sampleLimit else { throw .tooLarge }
        let queues = try MovieMuxer.queues(
            of: tracks, samples, following: following, bytes: byteLimit,
            TrackQueue.Limits(earliest: 0, latest: timeLimit, frames: sampleLimit))
        let order = queues.indices.flatMap { track in queues[track].entries.indices.map { (track, $0) } }
        let ready = FileSamples(queues, [order], samples, pool)
        guard let range = ready.fragments.first else { throw .nothingToWrite }
        var result = MediaFragment(
            bytes: [], samples: 0, dropped: ready.dropped + queues.reduce(0) { $0 + $1.dropped })
        let muxer = try MuxerContext.begun(queues.map(fileTrack), .fragmented(sequence: sequence), into: pool)
        try muxer.write(fragment: ready.samples[range], isFirst: true) { isTaken in
            result.samples += isTaken ? 1 : 0
            result.dropped += isTaken ? 0 : 1
        }
        guard result.samples > 0 else { throw .nothingToWrite }
        let fragment = muxer.file.bytes(without: muxer.file.front)
        result.bytes.reserveCapacity(segmentType.count + fragment.count)
        result.bytes += segmentType
        result.bytes.append(copying: fragment)
        return result
    }

    /// The track as the muxer is told of it: without a frame, libavformat cannot tell what AC-3 is, and nobody asks here.
    private static func fileTrack(_ queue: TrackQueue) -> MediaTrack {
        guard queue.track.needsFrameAhead, queue.entries.isEmpty else { return queue.track }
        return MediaTrack(
            codec: .mp2, configuration: [], sampleRate: queue.track.sampleRate, channels: queue.track.channels,
            frameLength: queue.track.frameLength, codecs: "")
    }

    /// The MIME codecs parameter of a file with `tracks` (RFC 6381), such as `avc1.64001f,mp4a.40.2`.
    public static func codecs(of tracks: [MediaTrack]) -> String { tracks.map(\.codecs).joined(separator: ",") }

    /// A number that changes whenever another initialization segment is needed: FNV-1a over what the tracks are.
    public static func fingerprint(of tracks: [MediaTrack]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        for track in tracks {
            add(track.codec.rawValue.utf8)
            add(track.configuration)
            add("\(track.size?.width ?? 0)x\(track.size?.height ?? 0) \(track.sampleRate) \(track.channels)".utf8)
            if let aspect = track.sampleAspect { add("\(aspect.width):\(aspect.height)".utf8) }
            if let language = track.language { add(language.utf8) }
        }
        return hash
    }

    /// `styp` with the brand of media segments (ISO/IEC 23009-1, 6.3.4.2).
    private static let segmentType: [UInt8] =
        [0, 0, 0, 24] + Array("stypmsdh".utf8) + [0, 0, 0, 0] + Array("msdhmsix".utf8)
}
