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
        let muxer = try begun(tracks, sequence: 1)
        return muxer.take()
    }

    /// The fragment that `samples` make, `styp`, `moof` and `mdat`; its decode times are those of the samples, never from 0.
    ///
    /// Samples of one track come in decoding order; tracks may alternate at will. `following` are units of audio tracks
    /// that come right after them: when an audio frame goes on from one PES packet into the next, its rest is taken there.
    public static func fragment(
        of tracks: [MediaTrack], samples: [MediaSample], following: [MediaSample] = [], sequence: UInt32
    ) throws(MediaFailure) -> MediaFragment {
        guard samples.count + following.count <= sampleLimit else { throw .tooLarge }
        var bytes = 0
        for sample in samples + following {
            guard tracks.indices.contains(sample.track) else { throw .unknownTrack(sample.track) }
            bytes += sample.bytes.count
        }
        guard bytes <= byteLimit else { throw .tooLarge }
        let muxer = try begun(tracks, sequence: sequence)
        _ = muxer.take()
        var result = MediaFragment(bytes: [], samples: 0, dropped: 0)
        for (number, track) in tracks.enumerated() {
            let own = samples.filter { $0.track == number }
            if track.size != nil {
                try write(own, of: track, number, to: muxer, &result)
            } else {
                try write(own, following.filter { $0.track == number }, of: track, number, to: muxer, &result)
            }
        }
        guard result.samples > 0 else { throw .nothingToWrite }
        try muxer.endFragment()
        result.bytes = segmentType + muxer.take()
        return result
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
        }
        return hash
    }

    /// `styp` with the brand of media segments (ISO/IEC 23009-1, 6.3.4.2).
    private static let segmentType: [UInt8] =
        [0, 0, 0, 24] + Array("stypmsdh".utf8) + [0, 0, 0, 0] + Array("msdhmsix".utf8)

    private static func begun(_ tracks: [MediaTrack], sequence: UInt32) throws(MediaFailure) -> MuxerContext {
        guard !tracks.isEmpty, tracks.count <= trackLimit else { throw .trackCount(tracks.count) }
        let muxer = try MuxerContext()
        for track in tracks { try muxer.add(track, configuration: track.configuration) }
        try muxer.begin(sequence: sequence)
        return muxer
    }

    /// The `avcC` or `hvcC` that libavformat makes of a track's parameter sets.
    static func decoderConfiguration(of track: MediaTrack) throws(MediaFailure) -> [UInt8] {
        let sets: [UInt8] = track.parameterSets.reduce(into: []) { $0 += [0, 0, 0, 1] + $1 }
        let muxer = try MuxerContext()
        try muxer.add(track, configuration: sets)
        do throws(MediaFailure) { try muxer.begin(sequence: 1) } catch { throw .configurationUnreadable(track.codec) }
        let name = track.codec == .h264 ? "avcC" : "hvcC"
        guard let box = Box.content(of: name, in: muxer.take()), box.count > 4 else {
            throw .configurationUnreadable(track.codec)
        }
        return box
    }
}
