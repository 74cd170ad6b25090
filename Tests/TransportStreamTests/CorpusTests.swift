import TestSupport
import Testing
import TransportStream

@Suite("Public transport streams", .enabled(if: Corpus.isPresent))
struct CorpusTests {
    struct Counts: CustomTestStringConvertible, Sendable {
        var file: String
        var packets: Int
        var pids: Int
        var stuffing = 0
        var errors = 0
        var errorPIDs = 0
        var duplicates = 0
        var scrambled = 0
        var marked = 0
        var clocks = 0
        var clockPIDs = 0
        var testDescription: String { file }
    }

    // Counted by a C program that knows nothing of this one (it is the corpus' own index), but for three files. There it
    // takes any packet with the last one's counter for a copy; a copy must repeat every byte (ISO/IEC 13818-1, 2.4.3.3):
    // test-049 holds 350 packets of one counter, of which five repeat the one before, and 203.1 one of another payload.
    // DVB.ts is noise with 118 packets marked as wrong, whose fields the index believes and we do not. The values of these
    // three were found by a Python script of 40 lines that follows 2.4.3.3 rule by rule.
    static let counted = [
        Counts(file: "HaishinKit__SampleVideo_360x240_5mb_2ch.ts", packets: 3_562, pids: 5, clocks: 195, clockPIDs: 1),
        Counts(file: "gst-plugins-bad__test.ts", packets: 2_131, pids: 4, clocks: 94, clockPIDs: 1),
        Counts(
            file: "libatsc3__DVB.ts", packets: 1_279, pids: 1, errors: 312, errorPIDs: 1, scrambled: 300, marked: 118,
            clocks: 23, clockPIDs: 1),
        Counts(file: "libltntstools__demo.ts", packets: 5_000, pids: 6, stuffing: 688, clocks: 7, clockPIDs: 1),
        Counts(file: "media__sample_ac3.ts", packets: 104, pids: 4, stuffing: 18, clocks: 5, clockPIDs: 1),
        Counts(file: "media__sample_eac3.ts", packets: 1_233, pids: 4, stuffing: 47, clocks: 5, clockPIDs: 1),
        Counts(file: "media__sample_h262_mpeg_audio.ts", packets: 290, pids: 5, clocks: 2, clockPIDs: 1),
        Counts(file: "media__sample_h264_no_access_unit_delimiters.ts", packets: 74, pids: 4, clocks: 2, clockPIDs: 1),
        Counts(file: "media__sample_h265.ts", packets: 130, pids: 4, clocks: 10, clockPIDs: 1),
        Counts(file: "media__sample_latm.ts", packets: 11, pids: 4, clocks: 1, clockPIDs: 1),
        Counts(
            file: "mpeg-ts-analyzer__sample_188byte_video_mpeg2_320x240_25fps_audio_mp2_48000Hz.ts", packets: 1_657,
            pids: 5, clocks: 63, clockPIDs: 1),
        Counts(file: "mux.js__test-middle-pat-pmt.ts", packets: 64, pids: 5, clocks: 8, clockPIDs: 1),
        Counts(file: "mux.js__test-stuffed-pes.ts", packets: 1, pids: 1),
        Counts(file: "tsduck-test__test-012.ts", packets: 1_987, pids: 3),
        Counts(file: "tsduck-test__test-021.ts", packets: 100, pids: 15, errors: 1, errorPIDs: 1, scrambled: 85),
        Counts(file: "tsduck-test__test-026.ts", packets: 5_320, pids: 9, clocks: 32, clockPIDs: 1),
        Counts(file: "tsduck-test__test-049.ts", packets: 350, pids: 1, errors: 344, errorPIDs: 1, duplicates: 5),
        Counts(file: "tsduck-test__test-064.ts", packets: 10_888, pids: 5, clocks: 101, clockPIDs: 1),
        Counts(file: "tsduck-test__test-100.1.ts", packets: 346, pids: 4, stuffing: 3, clocks: 1, clockPIDs: 1),
        Counts(
            file: "tsduck-test__test-101.ts", packets: 580, pids: 14, stuffing: 78, scrambled: 484, clocks: 1,
            clockPIDs: 1),
        Counts(file: "tsduck-test__test-109.ts", packets: 220, pids: 1, clocks: 1, clockPIDs: 1),
        Counts(file: "tsduck-test__test-138.ts", packets: 10_639, pids: 4, stuffing: 1_459),
        Counts(
            file: "tsduck-test__test-142.ts", packets: 299, pids: 39, errors: 15, errorPIDs: 15, clocks: 14,
            clockPIDs: 14),
        Counts(
            file: "tsduck-test__test-144.ts", packets: 540, pids: 1, errors: 3, errorPIDs: 1, scrambled: 1, clocks: 6,
            clockPIDs: 1),
        Counts(file: "tsduck-test__test-148.ts", packets: 500, pids: 5, clocks: 13, clockPIDs: 1),
        Counts(file: "tsduck-test__test-182.1.ts", packets: 259, pids: 1),
        Counts(file: "tsduck-test__test-186.2.ts", packets: 570, pids: 1),
        Counts(file: "tsduck-test__test-203.1.ts", packets: 6_405, pids: 1, errors: 6, errorPIDs: 1),
    ]

    @Test("counts packets, PIDs, continuity errors, scrambling and clocks", arguments: counted)
    func counts(_ example: Counts) throws {
        let (output, facts) = TransportAnalyzer.reading(try Corpus.bytes("corpus/" + example.file))
        let found = Counts(
            file: example.file, packets: facts.packets, pids: facts.pids.count,
            stuffing: facts.pids.first { $0.pid == 0x1FFF }?.packets ?? 0, errors: facts.discontinuities,
            errorPIDs: facts.pids.filter { $0.continuityErrors > 0 }.count, duplicates: facts.duplicates,
            scrambled: facts.scrambled, marked: facts.transportErrors,
            clocks: facts.clocks.reduce(0) { $0 + $1.count }, clockPIDs: facts.clocks.count)
        #expect(dump(found) == dump(example))
        #expect(output.continuityErrors == facts.discontinuities)
    }

    private func dump(_ counts: Counts) -> [Int] {
        [
            counts.packets, counts.pids, counts.stuffing, counts.errors, counts.errorPIDs, counts.duplicates,
            counts.scrambled, counts.marked, counts.clocks, counts.clockPIDs,
        ]
    }

    struct Stream: CustomTestStringConvertible, Sendable {
        var pid: UInt16
        var codec: Codec
        var width = 0
        var height = 0
        var rate = 0
        var channels = 0
        var testDescription: String { "\(pid) \(codec)" }
    }

    struct Streams: CustomTestStringConvertible, Sendable {
        var file: String
        var streams: [Stream]
        var testDescription: String { file }
    }

    // ffprobe 5.1.9 -show_entries stream=id,codec_name,width,height,sample_rate,channels; but
    // test-012: ffprobe names the empty audio PIDs mp3; their layer is not known. sample_latm: the AAC configuration has
    // one channel, from which the decoder makes two. test-148: VVC (stream type 33) is unknown to FFmpeg 5.1.
    // test-101: 140 is MPEG-2 and 141 AAC, scrambled; both caption PIDs bear the ARIB descriptor.
    static let streams = [
        Streams(
            file: "HaishinKit__SampleVideo_360x240_5mb_2ch.ts",
            streams: [
                Stream(pid: 0x100, codec: .h264, width: 320, height: 240),
                Stream(pid: 0x101, codec: .aac, rate: 48_000, channels: 2),
            ]),
        Streams(
            file: "gst-plugins-bad__test.ts",
            streams: [
                Stream(pid: 0x41, codec: .h264, width: 160, height: 100),
                Stream(pid: 0x42, codec: .aac, rate: 44_100, channels: 1),
            ]),
        Streams(
            file: "libltntstools__demo.ts",
            streams: [
                Stream(pid: 0x31, codec: .h264), Stream(pid: 0x32, codec: .mp2, rate: 48_000, channels: 2),
                Stream(pid: 0x33, codec: .privateData),
            ]),
        Streams(
            file: "media__sample_ac3.ts", streams: [Stream(pid: 0x76C, codec: .ac3, rate: 48_000, channels: 6)]),
        Streams(
            file: "media__sample_eac3.ts", streams: [Stream(pid: 0x76C, codec: .eac3, rate: 48_000, channels: 6)]),
        Streams(
            file: "media__sample_h262_mpeg_audio.ts",
            streams: [
                Stream(pid: 0x100, codec: .mpeg2video, width: 640, height: 426),
                Stream(pid: 0x101, codec: .mp2, rate: 44_100, channels: 1),
            ]),
        Streams(
            file: "media__sample_h264_no_access_unit_delimiters.ts",
            streams: [Stream(pid: 0x100, codec: .h264, width: 640, height: 426)]),
        Streams(
            file: "media__sample_h265.ts", streams: [Stream(pid: 0x100, codec: .hevc, width: 854, height: 480)]),
        Streams(
            file: "media__sample_latm.ts", streams: [Stream(pid: 0x100, codec: .aacLATM, rate: 44_100, channels: 1)]),
        Streams(
            file: "mpeg-ts-analyzer__sample_188byte_video_mpeg2_320x240_25fps_audio_mp2_48000Hz.ts",
            streams: [
                Stream(pid: 0x100, codec: .mpeg2video, width: 320, height: 240),
                Stream(pid: 0x101, codec: .mp2, rate: 48_000, channels: 2),
            ]),
        Streams(
            file: "tsduck-test__test-012.ts",
            streams: [
                Stream(pid: 0x424, codec: .h264), Stream(pid: 0x425, codec: .mpegAudio),
                Stream(pid: 0x426, codec: .mpegAudio), Stream(pid: 0x427, codec: .mpegAudio),
                Stream(pid: 0x42B, codec: .mpegAudio), Stream(pid: 0x42C, codec: .dvbTeletext),
            ]),
        Streams(
            file: "tsduck-test__test-026.ts",
            streams: [
                Stream(pid: 0x78, codec: .h264, width: 1_920, height: 1_080),
                Stream(pid: 0x82, codec: .eac3, rate: 48_000, channels: 2),
                Stream(pid: 0x83, codec: .eac3, rate: 48_000, channels: 2),
                Stream(pid: 0x84, codec: .eac3, rate: 48_000, channels: 2),
                Stream(pid: 0x8C, codec: .dvbSubtitle), Stream(pid: 0x8E, codec: .dvbSubtitle),
            ]),
        Streams(
            file: "tsduck-test__test-064.ts",
            streams: [
                Stream(pid: 0x100, codec: .h264, width: 1_920, height: 1_080),
                Stream(pid: 0x101, codec: .mp2, rate: 48_000, channels: 2),
            ]),
        Streams(
            file: "tsduck-test__test-100.1.ts",
            streams: [
                Stream(pid: 0x101, codec: .hevc, width: 3_840, height: 2_160), Stream(pid: 0x102, codec: .aac),
            ]),
        Streams(
            file: "tsduck-test__test-101.ts",
            streams: [
                Stream(pid: 0x140, codec: .mpeg2video), Stream(pid: 0x141, codec: .aac),
                Stream(pid: 0x145, codec: .aribCaption), Stream(pid: 0x146, codec: .aribCaption),
            ]),
        Streams(file: "tsduck-test__test-138.ts", streams: [Stream(pid: 0x40, codec: .privateData)]),
        Streams(file: "tsduck-test__test-148.ts", streams: [Stream(pid: 0x1011, codec: .vvc)]),
    ]

    @Test("names codecs, picture sizes and audio formats", arguments: streams)
    func codecs(_ example: Streams) throws {
        let (_, facts) = TransportAnalyzer.reading(try Corpus.bytes("corpus/" + example.file))
        let found = facts.tracks.map { track in
            Stream(
                pid: track.pid, codec: track.codec, width: track.size?.width ?? 0, height: track.size?.height ?? 0,
                rate: track.audio?.sampleRate ?? 0, channels: track.audio?.channels ?? 0)
        }
        #expect(found.map(describe) == example.streams.map(describe))
    }

    private func describe(_ stream: Stream) -> String {
        "\(stream.pid) \(stream.codec.rawValue) \(stream.width)x\(stream.height) \(stream.rate)/\(stream.channels)"
    }

    struct Pictures: CustomTestStringConvertible, Sendable {
        var file: String
        var count: Int
        var ptsDigest: Int64
        var dtsDigest: Int64
        var keys: [Int64]
        var testDescription: String { file }
    }

    // ffprobe 5.1.9 -select_streams v:0 -show_entries packet=pts,dts,flags; a digest is d = (31 d + value) mod 1000003 over
    // all packets in order (awk), keys are the PTS of those marked K. Files whose PES packets hold one picture each.
    static let pictures = [
        Pictures(
            file: "HaishinKit__SampleVideo_360x240_5mb_2ch.ts", count: 195, ptsDigest: 561_118, dtsDigest: 561_118,
            keys: [127_920, 883_920]),
        Pictures(
            file: "gst-plugins-bad__test.ts", count: 187, ptsDigest: 391_789, dtsDigest: 391_789, keys: [324_000_000]),
        Pictures(
            file: "media__sample_h262_mpeg_audio.ts", count: 3, ptsDigest: 198_694, dtsDigest: 216_724, keys: [129_003]),
        Pictures(
            file: "media__sample_h264_no_access_unit_delimiters.ts", count: 3, ptsDigest: 270_754, dtsDigest: 216_724,
            keys: [132_006]),
        Pictures(file: "media__sample_h265.ts", count: 30, ptsDigest: 206_960, dtsDigest: 766_963, keys: [132_000]),
        Pictures(
            file: "mpeg-ts-analyzer__sample_188byte_video_mpeg2_320x240_25fps_audio_mp2_48000Hz.ts", count: 125,
            ptsDigest: 219_787, dtsDigest: 903_375,
            keys: [
                129_600, 172_800, 216_000, 259_200, 302_400, 345_600, 388_800, 432_000, 475_200, 518_400, 561_600,
            ]),
        Pictures(
            file: "tsduck-test__test-064.ts", count: 299, ptsDigest: 336_777, dtsDigest: 336_777,
            keys: [129_902, 879_902]),
    ]

    @Test("tells every picture's times and the random access points", arguments: pictures)
    func times(_ example: Pictures) throws {
        let (output, facts) = TransportAnalyzer.reading(try Corpus.bytes("corpus/" + example.file))
        let units = output.accessUnits.filter { $0.flags.contains(.lead) }
        #expect(units.count == example.count)
        #expect(facts.video?.frames == example.count)
        #expect(facts.video?.droppedFrames == 0)
        #expect(units.reduce(0) { ($0 * 31 + $1.pts) % 1_000_003 } == example.ptsDigest)
        #expect(units.reduce(0) { ($0 * 31 + $1.dts) % 1_000_003 } == example.dtsDigest)
        #expect(units.filter { $0.randomAccess != nil }.map(\.pts) == example.keys)
    }
}
