public import Bytes
public import TransportStream

/// Finds in the first units of a track what a file must say of it: parameter sets, audio configuration, sizes.
///
/// Show it units from a random access point on until ``track`` is there; it keeps nothing else.
public struct TrackProbe: Sendable {
    /// Bytes at the front of a unit that are looked at.
    public static let lengthLimit = 1 << 18
    /// Units that are looked at; a probe that has found nothing in so many gives up.
    public static let unitLimit = 64

    /// How the track is coded, as the stream's map says.
    public let codec: Codec
    /// The track, once enough was seen.
    public private(set) var track: MediaTrack?
    private var looked = 0
    private var failure: MediaFailure

    /// Prepares to look at units of `codec`; throws for codecs that do not go into MP4.
    public init(codec: Codec) throws(MediaFailure) {
        switch codec {
        case .h264, .hevc, .mpeg1video, .mpeg2video: break
        case .aac, .aacLATM, .mp1, .mp2, .mp3, .mpegAudio, .ac3, .eac3, .opus: break
        default: throw .codecNotForMP4(codec)
        }
        self.codec = codec
        failure = .configurationMissing(codec)
    }

    /// Looks at a unit as it is in the transport stream.
    public mutating func take(_ unit: SliceList) {
        guard track == nil, looked < Self.unitLimit else { return }
        looked += 1
        var bytes = [UInt8](repeating: 0, count: min(unit.count, Self.lengthLimit))
        bytes.withUnsafeMutableBytes { _ = unit.copy(from: 0, into: $0) }
        do throws(MediaFailure) {
            switch codec {
            case .h264, .hevc: track = try MediaTrack(video: codec, bytes)
            case .mpeg1video, .mpeg2video: track = try MediaTrack(mpegVideo: codec, bytes)
            default: track = try MediaTrack(audio: codec, bytes)
            }
        } catch {
            failure = error
        }
    }

    /// The track, or why there is none.
    public func result() throws(MediaFailure) -> MediaTrack {
        guard let track else { throw failure }
        return track
    }

    /// The track that units of `codec` make; looks at as many of them as it must.
    public static func track(of codec: Codec, in units: some Sequence<SliceList>) throws(MediaFailure) -> MediaTrack {
        var probe = try TrackProbe(codec: codec)
        for unit in units {
            probe.take(unit)
            if probe.track != nil { break }
        }
        return try probe.result()
    }
}
