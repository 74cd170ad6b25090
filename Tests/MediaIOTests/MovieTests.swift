import Bytes
import Foundation
import MediaIO
import Testing
import TransportStream

@Suite("Progressive MP4, as ffmpeg reads it", .enabled(if: Peer.isPresent), .serialized)
struct MovieTests {
    struct Stream: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var options: [String]
        var codecs: [Codec]
        /// By RFC 6381 and the profile and level that the encoder was told.
        var names: String
        var rate = 48_000
        /// How far samples may differ: decoders of AC-3 add noise, and that of Opus forgets slowly where it began.
        var tolerance: Float = 2e-4
        /// Whether fragments are made of it, too.
        var isFragmented = false
    }

    static let pictures = ["-c:v", "libx264", "-profile:v", "high", "-level", "3.1", "-g", "25", "-bf", "2"]
    static let aligned = ["-pes_payload_size", "0"]

    static let streams = [
        Stream(
            testDescription: "H.264 with B pictures, AAC", options: pictures + ["-c:a", "aac"],
            codecs: [.h264, .aac], names: "avc1.64001f,mp4a.40.2", isFragmented: true),
        Stream(
            testDescription: "H.264, AAC in LATM", options: pictures + ["-c:a", "aac", "-mpegts_flags", "latm"],
            codecs: [.h264, .aacLATM], names: "avc1.64001f,mp4a.40.2", isFragmented: true),
        Stream(
            testDescription: "HEVC, MPEG layer II",
            options: [
                "-c:v", "libx265", "-x265-params", "log-level=none:keyint=25:level-idc=3.1:open-gop=0", "-c:a", "mp2",
            ], codecs: [.hevc, .mpegAudio], names: "hvc1.1.6.L93.90,mp4a.6B"),
        Stream(
            testDescription: "MPEG-2 video with B pictures, AC-3",
            options: ["-c:v", "mpeg2video", "-g", "12", "-bf", "2", "-b:v", "1M", "-c:a", "ac3"],
            codecs: [.mpeg2video, .ac3], names: "mp4v.61,ac-3", tolerance: 5e-3),
        Stream(
            testDescription: "MPEG-1 video, MP3 at 44.1 kHz",
            options: ["-c:v", "mpeg1video", "-g", "12", "-b:v", "1M", "-c:a", "libmp3lame", "-ar", "44100"],
            codecs: [.mpeg1video, .mpegAudio], names: "mp4v.6A,mp4a.6B", rate: 44_100),
        Stream(
            testDescription: "H.264, E-AC-3 5.1", options: pictures + ["-c:a", "eac3", "-ac", "6"],
            codecs: [.h264, .eac3], names: "avc1.64001f,ec-3", tolerance: 5e-3, isFragmented: true),
        Stream(
            testDescription: "H.264, Opus", options: pictures + ["-c:a", "libopus", "-ac", "2"],
            codecs: [.h264, .opus], names: "avc1.64001f,Opus", tolerance: 2e-2),
        Stream(
            testDescription: "H.264, layer II at 22.05 kHz", options: pictures + ["-c:a", "mp2", "-ar", "22050"],
            codecs: [.h264, .mpegAudio], names: "avc1.64001f,mp4a.69", rate: 22_050),
    ]

    static func source(_ stream: Stream) throws -> [UInt8] {
        try Peer.transportStream(
            stream.options + aligned, seconds: 2, tone: "aevalsrc='0.5*sin(2*PI*(200+300*t)*t)':s=48000")
    }

    @Test("presents every picture and all sound of a window at their times", arguments: streams)
    func agrees(_ stream: Stream) throws {
        let bytes = try Self.source(stream)
        let source = try MovieSource(bytes, stream.codecs)
        #expect(FragmentedMuxer.codecs(of: source.tracks) == stream.names)
        let truth = Truth(pictures: try Peer.pictures(bytes, "x.ts"), sound: try Peer.samples(bytes, "x.ts"))
        try compare(stream, source, 19..<42, .progressive, truth)
        if stream.isFragmented { try compare(stream, source, 0..<50, .fragmented, truth) }
    }

    /// What ffmpeg makes of the transport stream.
    struct Truth {
        var pictures: [Peer.Entry]
        var sound: [Float]
    }

    private func compare(
        _ stream: Stream, _ source: MovieSource, _ window: Range<Int>, _ layout: Movie.Layout, _ truth: Truth
    ) throws {
        let asked = source.movie(window, layout)
        let file = try MovieMuxer.file(of: asked)
        #expect(file.dropped == 0)
        #expect(file.samples == asked.samples.count)
        let movie = file.bytes.joined
        var pictures = try Peer.pictures(movie, "x.mp4")
        // ffmpeg's decoder of MPEG-1 is a picture late in hiding what an edit list hides, but says when it would have been.
        if stream.codecs[0] == .mpeg1video { pictures.removeAll { $0.time < 0 } }
        let wanted = truth.pictures[window]
        #expect(pictures.map(\.sum) == wanted.map(\.sum))
        let zero = (wanted.first?.time ?? 0) - (pictures.first?.time ?? 0)
        #expect(zip(pictures, wanted).allSatisfy { abs($0.time + zero - $1.time) < 2e-6 })
        if layout == .progressive { #expect(pictures.first?.time == 0) }
        let begin = asked.samples.first { $0.track == 1 }?.pts ?? 0
        compare(
            try Peer.samples(movie, "x.mp4"), truth.sound, stream, source,
            from: source.pictureTimes[window.lowerBound] + (layout == .progressive ? max(0, begin) : begin),
            pictures: window.count)
    }

    /// The sound of a file is that of the stream from `begin` on; how it begins depends on what the decoder heard before.
    private func compare(
        _ samples: [Float], _ truth: [Float], _ stream: Stream, _ source: MovieSource, from begin: Int64,
        pictures: Int
    ) {
        let channels = stream.codecs[1] == .opus ? 2 : source.tracks[1].channels
        let skipped = Double(begin - source.units[1][0].pts) * Double(stream.rate) / 90_000
        let start = max(0, Int(skipped.rounded())) * channels
        let length = min(samples.count, truth.count - start)
        #expect(length > channels * stream.rate * pictures / 25 * 95 / 100)
        let settled = channels * stream.rate / 10
        #expect((settled..<length).allSatisfy { abs(samples[$0] - truth[start + $0]) < stream.tolerance })
    }
}
