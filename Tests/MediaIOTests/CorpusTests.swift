import Bytes
import Foundation
import MediaIO
import TestSupport
import Testing
import TransportStream

@Suite("Decoded public streams", .enabled(if: Corpus.isPresent && Peer.isPresent), .serialized)
struct CorpusTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Whether all is there from the first to the last unit, so that ffmpeg decodes neither more nor less.
        var isWhole = true
    }

    static let cases = [
        Case(testDescription: "HaishinKit__SampleVideo_360x240_5mb_2ch.ts"),
        // The first packet of its sound has lost its beginning; ffmpeg decodes the rest of it.
        Case(testDescription: "gst-plugins-bad__test.ts", isWhole: false),
        // The last frame is cut; ffmpeg conceals the rest of it.
        Case(testDescription: "media__sample_ac3.ts", isWhole: false),
        Case(testDescription: "media__sample_eac3.ts"),
        Case(testDescription: "media__sample_h262_mpeg_audio.ts"),
        Case(testDescription: "media__sample_h264_no_access_unit_delimiters.ts"),
        Case(testDescription: "media__sample_h265.ts"),
        Case(testDescription: "media__sample_latm.ts"),
        Case(testDescription: "mpeg-ts-analyzer__sample_188byte_video_mpeg2_320x240_25fps_audio_mp2_48000Hz.ts"),
        // Begins in the middle of a group, two fields in a unit; ffmpeg also gives pictures whose references are missing.
        Case(testDescription: "tsduck-test__test-026.ts", isWhole: false),
        Case(testDescription: "tsduck-test__test-100.1.ts"),
    ]

    @Test("are as ffmpeg decodes them", arguments: cases)
    func decodes(_ example: Case) throws {
        let bytes = try Corpus.bytes("corpus/" + example.testDescription)
        let stream = AnalyzedStream(bytes)
        var decoded = 0
        for (number, track) in stream.facts.tracks.enumerated() {
            guard let units = stream.units[number] else { continue }
            let map = "0:i:0x" + String(track.pid, radix: 16)
            if track.codec.kind == .video, var decoder = try? PictureDecoder(codec: track.codec) {
                let sums = try decoder.all(of: units).map(\.entry.sum)
                let options = ["-v", "quiet", "-map", map, "-fps_mode", "passthrough", "-pix_fmt", "yuv420p"]
                let truth = try Peer.sums(bytes, "x.ts", options).map(\.sum)
                #expect(example.isWhole ? sums == truth : Set(sums).isSubset(of: Set(truth)))
                decoded += sums.count
            }
            if track.codec.kind == .audio, var decoder = try? SoundDecoder(codec: track.codec) {
                let sounds = try decoder.all(of: units)
                for (one, next) in zip(sounds, sounds.dropFirst()) {
                    #expect(abs(Double(next.pts - one.pts) - one.seconds * 90_000) <= 1)
                }
                decoded += sounds.count
                guard example.isWhole else { continue }
                let truth = try Peer.samples(bytes, "x.ts", map: map)
                let samples = sounds.flatMap(\.samples)
                #expect(samples.count == truth.count)
                #expect(zip(samples, truth).allSatisfy { abs($0 - $1) < 1e-4 })
            }
        }
        #expect(decoded > 0)
    }
}
