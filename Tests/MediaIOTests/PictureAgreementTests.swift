import Bytes
import Foundation
import MediaIO
import Synchronization
import TestSupport
import Testing
import TransportStream

@Suite("Decoded pictures, as ffmpeg decodes them", .enabled(if: Peer.isPresent), .serialized)
struct PictureAgreementTests {
    struct Stream: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var codec: Codec
        var options: [String]
        /// Multiples of 4 for interlaced pictures; 90 and 96 are no multiples of a coded block of HEVC, 90 none of H.264.
        var size = "160x90"
        /// What ffmpeg must be told to bring other formats to 8 bits, 4:2:0.
        var conversion: [String] = []
    }

    static let toPlain = ["-pix_fmt", "yuv420p", "-sws_flags", "bicubic+accurate_rnd"]
    static let streams = [
        Stream(
            testDescription: "H.264, B pictures that are referred to", codec: .h264,
            options: ["-c:v", "libx264", "-g", "12", "-bf", "3", "-b_strategy", "0"]),
        Stream(
            testDescription: "H.264, open groups", codec: .h264,
            options: ["-c:v", "libx264", "-x264-params", "open-gop=1:keyint=8:min-keyint=8:bframes=2:b-adapt=0"]),
        Stream(
            testDescription: "H.264, refreshed column by column", codec: .h264,
            options: ["-c:v", "libx264", "-x264-params", "intra-refresh=1:keyint=6:bframes=0"]),
        Stream(
            testDescription: "H.264, interlaced", codec: .h264,
            options: ["-c:v", "libx264", "-flags", "+ilme+ildct", "-g", "12", "-x264-params", "tff=1"], size: "160x96"),
        Stream(
            testDescription: "H.264, full range", codec: .h264,
            options: ["-c:v", "libx264", "-pix_fmt", "yuvj420p", "-g", "12"],
            conversion: ["-pix_fmt", "yuvj420p"]),
        Stream(
            testDescription: "H.264, 10 bits", codec: .h264,
            options: ["-c:v", "libx264", "-pix_fmt", "yuv420p10le", "-g", "12"],
            conversion: toPlain),
        Stream(
            testDescription: "H.264, 4:2:2", codec: .h264,
            options: ["-c:v", "libx264", "-pix_fmt", "yuv422p", "-g", "12"],
            conversion: toPlain),
        Stream(
            testDescription: "HEVC, open groups", codec: .hevc,
            options: ["-c:v", "libx265", "-x265-params", "log-level=none:open-gop=1:keyint=8:min-keyint=8:bframes=3"]),
        Stream(
            testDescription: "HEVC, 10 bits", codec: .hevc,
            options: ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=none:keyint=12"],
            conversion: toPlain),
        Stream(
            testDescription: "MPEG-2, open groups", codec: .mpeg2video,
            options: ["-c:v", "mpeg2video", "-g", "12", "-bf", "2"]),
        Stream(
            testDescription: "MPEG-2, interlaced", codec: .mpeg2video,
            options: ["-c:v", "mpeg2video", "-g", "12", "-bf", "2", "-flags", "+ilme+ildct"], size: "160x96"),
        Stream(
            testDescription: "MPEG-2, 4:2:2", codec: .mpeg2video,
            options: ["-c:v", "mpeg2video", "-pix_fmt", "yuv422p"], conversion: toPlain),
        Stream(
            testDescription: "MPEG-1", codec: .mpeg1video, options: ["-c:v", "mpeg1video", "-g", "12", "-bf", "2"]),
    ]

    /// A stream, and what ffmpeg decodes of it, made when it is first asked for.
    struct Example {
        var source: [UInt8]
        var truth: [Peer.Entry]

        init(_ stream: Stream) throws {
            source = try Peer.transportStream(stream.options + ["-an"], size: stream.size, seconds: 1)
            truth = try Peer.pictures(source, "x.ts", options: stream.conversion)
        }
    }

    private static let made = Mutex<[String: Example]>([:])

    static func example(_ stream: Stream) throws -> Example {
        if let example = made.withLock({ $0[stream.testDescription] }) { return example }
        let example = try Example(stream)
        made.withLock { $0[stream.testDescription] = example }
        return example
    }

    @Test("hold the same samples at the same times", arguments: streams)
    func agrees(_ stream: Stream) throws {
        let example = try Self.example(stream)
        #expect(example.truth.count == 25)
        let units = PlainDemuxer.units(example.source, pid: 256)
        var decoder = try PictureDecoder(codec: stream.codec)
        let pictures = try decoder.all(of: units)
        #expect(pictures.map(\.entry) == example.truth)
        #expect(pictures.allSatisfy { !$0.isDamaged })
        #expect(decoder.unitsGivenUp == 0)
        // The same once more, and by several threads.
        #expect(try decoder.all(of: units).map(\.entry) == example.truth)
        var threaded = try PictureDecoder(codec: stream.codec, threads: 3)
        #expect(try threaded.all(of: units).map(\.entry) == example.truth)
    }

    @Test("go on with another size in the same stream", arguments: [streams[0], streams[7], streams[9]])
    func sizes(_ stream: Stream) throws {
        var small = stream
        small.size = "96x64"
        let examples = [try Self.example(stream), try Example(small), try Self.example(stream)]
        var decoder = try PictureDecoder(codec: stream.codec)
        let pictures = try decoder.all(of: examples.flatMap { PlainDemuxer.units($0.source, pid: 256) })
        #expect(pictures.map(\.entry) == examples.flatMap(\.truth))
        #expect(Set(pictures.map(\.width)) == [160, 96])
        #expect(decoder.unitsGivenUp == 0)
    }

    @Test("begin at a random access point in the middle, without pictures that need earlier ones", arguments: streams)
    func middle(_ stream: Stream) throws {
        let example = try Self.example(stream)
        let units = PlainDemuxer.units(example.source, pid: 256)
        let start = try #require(units.indices.dropFirst(5).first { units[$0].isIndicated })
        var decoder = try PictureDecoder(codec: stream.codec)
        var pictures: [DecodedPicture] = []
        // Pictures from before the start must not come through a reset.
        for unit in units.prefix(3) {
            try decoder.decode(SliceList(unit.bytes), pts: unit.pts, dts: unit.dts, into: &pictures)
        }
        decoder.reset()
        pictures = try decoder.all(of: units[start...])
        let first = Double(units[start].pts) / 90_000
        let expected = example.truth.filter { $0.time > first - 1e-5 }
        if stream.testDescription.contains("refreshed") {
            // Pictures come when every column was refreshed; exact they are only as far as nothing older is used.
            #expect(pictures.count < expected.count)
            #expect(pictures.last?.entry == expected.last)
        } else {
            #expect(pictures.map(\.entry) == expected)
            let still = try PictureDecoder.still(
                of: SliceList(units[start].bytes), codec: stream.codec, pts: units[start].pts)
            #expect(still.entry == expected[0])
            #expect(!still.isDamaged)
        }
    }

    @Test("are refused above 4096 by 2304")
    func limit() throws {
        let options = ["-c:v", "libx264", "-preset", "ultrafast", "-frames:v", "1", "-an"]
        for (size, isSmall) in [("4096x2304", true), ("4352x2176", false)] {
            let units = PlainDemuxer.units(try Peer.transportStream(options, size: size, seconds: 1), pid: 256)
            var decoder = try PictureDecoder(codec: .h264)
            #expect(try decoder.all(of: units).count == (isSmall ? 1 : 0))
            #expect(decoder.unitsGivenUp == (isSmall ? 0 : 1))
        }
    }
}
