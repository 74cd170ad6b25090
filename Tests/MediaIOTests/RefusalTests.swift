import Bytes
import MediaIO
import TestSupport
import Testing
import TransportStream

@Suite("What does not go into fragmented MP4")
struct RefusalTests {
    /// A baseline sequence and picture parameter set of 320 x 240 pictures, as in RFC 6184's SDP examples, and an IDR slice.
    static let video: [UInt8] =
        [0, 0, 0, 1, 0x67, 0x42, 0x00, 0x0a, 0xf8, 0x41, 0xa2, 0, 0, 0, 1, 0x68, 0xce, 0x38, 0x80]
        + [0, 0, 1, 0x65, 0x88, 0x84, 0x21, 0xa0]
    /// Two ADTS frames of AAC-LC, 48 kHz, stereo, 16 bytes each.
    static let audio: [UInt8] = Array(
        repeatElement([0xff, 0xf1, 0x4c, 0x80, 0x02, 0x1f, 0xfc] + [UInt8](repeating: 0x21, count: 9), count: 2)
            .joined())

    static func tracks() throws -> [MediaTrack] {
        [
            try TrackProbe.track(of: .h264, in: [SliceList(video)]),
            try TrackProbe.track(of: .aac, in: [SliceList(audio)]),
        ]
    }

    static func sample(_ track: Int, _ pts: Int64, _ dts: Int64, _ bytes: [UInt8]) -> MediaSample {
        MediaSample(track: track, pts: pts, dts: dts, duration: 3_600, isSync: true, bytes: SliceList(bytes))
    }

    @Test(
        "is said for each codec by name",
        arguments: [
            Codec.mpeg4, .vvc, .av1, .vc1, .avs, .jpeg2000, .ac4, .dts, .s302m, .dvbSubtitle, .scte35, .unknown,
        ])
    func codecs(_ codec: Codec) {
        #expect(throws: MediaFailure.codecNotForMP4(codec)) { _ = try TrackProbe(codec: codec) }
        #expect(MediaFailure.codecNotForMP4(codec).description.contains(codec.rawValue))
    }

    @Test("is a track whose configuration is missing or senseless")
    func configuration() {
        #expect(throws: MediaFailure.configurationMissing(.h264)) {
            _ = try TrackProbe.track(of: .h264, in: [SliceList([0, 0, 1, 0x65, 0x88])])
        }
        #expect(throws: MediaFailure.configurationMissing(.aac)) {
            _ = try TrackProbe.track(of: .aac, in: [SliceList(Self.video)])
        }
        #expect(throws: MediaFailure.configurationMissing(.hevc)) { _ = try TrackProbe.track(of: .hevc, in: []) }
        #expect(throws: MediaFailure.configurationUnreadable(.h264)) {
            _ = try TrackProbe.track(of: .h264, in: [SliceList([0, 0, 1, 0x67, 0x42, 0, 0, 1, 0x68, 0xce])])
        }
    }

    @Test("is a fragment without tracks, without samples, or of tracks that are not there")
    func requests() throws {
        let tracks = try Self.tracks()
        let picture = Self.sample(0, 0, 0, Self.video)
        #expect(throws: MediaFailure.trackCount(0)) { _ = try FragmentedMuxer.initialization(of: []) }
        #expect(throws: MediaFailure.trackCount(17)) {
            _ = try FragmentedMuxer.initialization(of: Array(repeating: tracks[0], count: 17))
        }
        #expect(throws: MediaFailure.nothingToWrite) {
            _ = try FragmentedMuxer.fragment(of: tracks, samples: [], sequence: 1)
        }
        for track in [2, -1, .max] {
            #expect(throws: MediaFailure.unknownTrack(track)) {
                _ = try FragmentedMuxer.fragment(of: tracks, samples: [Self.sample(track, 0, 0, [])], sequence: 1)
            }
        }
        #expect(throws: MediaFailure.tooLarge) {
            let many = Array(repeating: picture, count: FragmentedMuxer.sampleLimit + 1)
            _ = try FragmentedMuxer.fragment(of: tracks, samples: many, sequence: 1)
        }
    }

    @Test("leaves out pictures and sounds that cannot be placed, and writes the others")
    func placing() throws {
        let tracks = try Self.tracks()
        let samples = [
            Self.sample(0, 9_000, 3_600, Self.video),
            // Decoded before it, but shown in time: moved by as little as can be.
            Self.sample(0, 9_000, 3_000, Self.video),
            Self.sample(0, 3_000, 3_000, Self.video),
            Self.sample(0, .min, .min, Self.video),
            Self.sample(0, .max, .max, Self.video),
            Self.sample(0, 12_600, 12_600, [1, 2, 3]),
            Self.sample(1, -1, 0, Self.audio),
            Self.sample(1, .max, 0, Self.audio),
            Self.sample(1, 90_000, 0, Self.audio),
            Self.sample(1, 45_000, 0, Self.audio),
        ]
        let fragment = try FragmentedMuxer.fragment(of: tracks, samples: samples, sequence: 1)
        #expect(fragment.samples == 4)
        #expect(fragment.dropped == 8)
    }

    @Test("tells one set of tracks from another by their fingerprint")
    func fingerprints() throws {
        let tracks = try Self.tracks()
        var other = tracks
        other[0].configuration[3] ^= 1
        #expect(FragmentedMuxer.fingerprint(of: tracks) == FragmentedMuxer.fingerprint(of: try Self.tracks()))
        let all = [tracks, other, [tracks[0]], [tracks[1]], tracks.reversed()].map(FragmentedMuxer.fingerprint)
        #expect(Set(all).count == all.count)
    }

    @Test("never stops the program, however the bytes are damaged")
    func hostile() throws {
        var generator = SeededGenerator(seed: 7)
        let tracks = try Self.tracks()
        for _ in 0..<400 {
            let video = Mutation.mutated(Self.video, with: &generator)
            let audio = Mutation.mutated(Self.audio, with: &generator)
            var found: [MediaTrack] = []
            for (codec, bytes) in [
                (Codec.h264, video), (.hevc, video), (.aac, audio), (.mpegAudio, audio), (.mp2, audio),
            ] {
                if let track = try? TrackProbe.track(of: codec, in: [SliceList(bytes, pieces: 5)]) {
                    found.append(track)
                }
            }
            if !found.isEmpty { _ = try? FragmentedMuxer.initialization(of: found) }
            let time = Int64.random(in: -10_000...10_000, using: &generator)
            _ = try? FragmentedMuxer.fragment(
                of: tracks, samples: [Self.sample(0, time, 0, video), Self.sample(1, time, 0, audio)],
                following: [Self.sample(1, 0, 0, video)], sequence: UInt32.random(in: 0...UInt32.max, using: &generator)
            )
        }
    }
}
