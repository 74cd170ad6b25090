import Bytes
import Foundation
import MediaIO
import Testing
import TransportStream

/// Pictures whose samples are no squares, and sound whose language is known: said where players look for it.
@Suite("Shape and language in MP4", .enabled(if: Peer.isPresent), .serialized)
struct ShapeAndLanguageTests {
    /// How ffmpeg makes the pictures: 720 by 576 shown as 16:9, so that a sample is (16 · 576) / (9 · 720) = 64/45 as wide as high.
    static let wide: [(codec: Codec, options: [String])] = [
        (.h264, ["-c:v", "libx264", "-preset", "ultrafast"]),
        (.hevc, ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"]),
        (.mpeg2video, ["-c:v", "mpeg2video"]), (.mpeg1video, ["-c:v", "mpeg1video"]),
    ]

    private static func source(_ codec: Codec, _ options: [String], aspect: String) throws -> MovieSource {
        let stream = try Peer.transportStream(
            options + ["-aspect", aspect, "-g", "25", "-c:a", "aac"] + MovieTests.aligned, size: "720x576", seconds: 1)
        return try MovieSource(stream, [codec, .aac])
    }

    private static let plain = Result { try source(.h264, wide[0].options, aspect: "5:4") }

    /// What ffprobe says of one stream of a file, or of all.
    private static func say(_ bytes: [UInt8], _ stream: String?, _ entries: String) throws -> [String] {
        let file = Scratch(name: "clip.mp4")
        defer { file.remove() }
        try Data(bytes).write(to: file.url)
        return try Peer.run(
            "ffprobe",
            (stream.map { ["-select_streams", $0] } ?? []) + [
                "-show_entries", entries, "-of", "default=nk=1:nw=1", file.path,
            ]
        ).split(separator: "\n").map(String.init)
    }

    /// What the first box of a name holds, found by its name alone.
    private static func box(_ name: String, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let letters = Array(name.utf8)
        guard let place = (4..<(bytes.count - 4)).first(where: { Array(bytes[$0..<($0 + 4)]) == letters }) else {
            return nil
        }
        let length = bytes[(place - 4)..<place].reduce(0) { $0 << 8 | Int($1) }
        return bytes[(place + 4)..<(place - 4 + length)]
    }

    @Test("show 720 by 576 samples as 16:9 when the stream says so", arguments: wide)
    func shape(_ wide: (codec: Codec, options: [String])) throws {
        let source = try Self.source(wide.codec, wide.options, aspect: "16:9")
        let initialization = try FragmentedMuxer.initialization(of: source.tracks)
        let progressive = try MovieMuxer.file(of: source.whole()).bytes.joined
        let fragmented = try MovieMuxer.file(of: source.whole(.fragmented)).bytes.joined
        for bytes in [progressive, fragmented, initialization] {
            let box = try #require(Self.box("pasp", in: bytes))
            let numbers = [box.prefix(4), box.suffix(4)].map { $0.reduce(0) { $0 << 8 | Int($1) } }
            // MPEG-1 has it as a decimal fraction, 0.7031 (ISO/IEC 11172-2, 2.4.3.2), which is near, not equal.
            if wide.codec != .mpeg1video { #expect(numbers == [64, 45]) }
            // The last field of `tkhd` but one is the width in 1/65536: 720 · 64 / 45 = 1024.
            let header = try #require(Self.box("tkhd", in: bytes))
            let width = header.suffix(8).prefix(4).reduce(0) { $0 << 8 | Int($1) } >> 16
            #expect(abs(width - 720 * numbers[0] / numbers[1]) <= 1)
        }
        guard wide.codec != .mpeg1video else { return }
        let entries = "stream=width,height,sample_aspect_ratio,display_aspect_ratio"
        #expect(try Self.say(progressive, "v", entries) == ["720", "576", "64:45", "16:9"])
        #expect(try Self.say(fragmented, "v", entries) == ["720", "576", "64:45", "16:9"])
    }

    @Test("read every shape that ffmpeg writes into H.264, by its number or in full")
    func shapes() throws {
        let plain = Scratch(name: "plain.h264")
        let shaped = Scratch(name: "shaped.h264")
        defer {
            plain.remove()
            shaped.remove()
        }
        _ = try Peer.run(
            "ffmpeg",
            [
                "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.04", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-f",
                "h264", "-y", plain.path,
            ])
        // Those of ITU-T H.264, table E-1, but the square, and one that is not in it.
        let ratios = "12/11 10/11 16/11 40/33 24/11 20/11 32/11 80/33 18/11 15/11 64/33 160/99 4/3 3/2 2/1 64/45"
        for ratio in ratios.split(separator: " ") {
            _ = try Peer.run(
                "ffmpeg",
                [
                    "-i", plain.path, "-c", "copy", "-bsf:v", "h264_metadata=sample_aspect_ratio=\(ratio)", "-f",
                    "h264", "-y", shaped.path,
                ])
            let unit = SliceList([UInt8](try Data(contentsOf: shaped.url)))
            let aspect = try #require(try TrackProbe.track(of: .h264, in: [unit]).sampleAspect)
            #expect("\(aspect.width)/\(aspect.height)" == ratio)
        }
    }

    @Test("say nothing of the shape when samples are squares", arguments: wide.prefix(3))
    func squares(_ wide: (codec: Codec, options: [String])) throws {
        // 720 by 576 shown as 5:4 has square samples.
        let source = try Self.source(wide.codec, wide.options, aspect: "5:4")
        #expect(source.tracks[0].sampleAspect == nil)
        #expect(Self.box("pasp", in: try MovieMuxer.file(of: source.whole()).bytes.joined) == nil)
    }

    @Test("name the language of sound, and say that it is not known where it is not", arguments: ["deu", "qaa", nil])
    func language(_ language: String?) throws {
        var source = try Self.plain.get()
        source.tracks[1].language = language
        let isSame =
            try FragmentedMuxer.fingerprint(of: source.tracks)
            == FragmentedMuxer.fingerprint(of: Self.plain.get().tracks)
        #expect(isSame == (language == nil))
        for layout in [Movie.Layout.progressive, .fragmented] {
            let bytes = try MovieMuxer.file(of: source.whole(layout)).bytes.joined
            #expect(try Self.say(bytes, nil, "stream_tags=language") == ["und", language ?? "und"])
        }
    }

    @Test("make no shape of headers that are cut or wrong")
    func hostile() throws {
        let source = try Self.source(.h264, Self.wide[0].options, aspect: "16:9")
        let unit = source.units[0][0].bytes
        for length in stride(from: 0, to: min(unit.count, 1_200), by: 7) {
            let track = try? TrackProbe.track(of: .h264, in: [SliceList(Array(unit.prefix(length)))])
            if let aspect = track?.sampleAspect { #expect(aspect.width == 64 && aspect.height == 45) }
        }
    }
}
