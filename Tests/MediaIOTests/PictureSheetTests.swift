import Bytes
import Foundation
import MediaIO
import TestSupport
import Testing
import TransportStream

@Suite("A sheet of pictures", .enabled(if: Peer.isPresent, "there is no ffmpeg"))
struct PictureSheetTests {
    /// The first picture of what ffmpeg makes of one colour.
    private static func picture(_ color: String, size: String, _ options: [String]) throws -> DecodedPicture {
        let file = Scratch(name: "color.ts")
        defer { file.remove() }
        _ = try Peer.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=\(color):s=\(size):r=25:d=0.2"] + options
                + ["-c:v", "libx264", "-qp", "4", "-f", "mpegts", "-y", file.path])
        let units = PlainDemuxer.units([UInt8](try Data(contentsOf: file.url)), pid: 256)
        return try PictureDecoder.still(of: SliceList(units[0].bytes), codec: .h264, pts: 0)
    }

    /// What a program sees in the middle of a JPEG file: red, green and blue.
    private static func middle(of jpeg: [UInt8]) throws -> [Int] {
        let (file, output) = (Scratch(name: "sheet.jpg"), Scratch(name: "samples"))
        defer {
            file.remove()
            output.remove()
        }
        try Data(jpeg).write(to: file.url)
        _ = try Peer.run(
            "ffmpeg",
            [
                "-v", "error", "-i", file.path, "-vf", "crop=8:8,scale=flags=accurate_rnd", "-f", "rawvideo",
                "-pix_fmt",
                "rgb24", "-y", output.path,
            ])
        return try Data(contentsOf: output.url).prefix(3).map { Int($0) }
    }

    @Test(
        "has the colours that the stream means, whatever its matrix and range",
        arguments: [
            // Large pictures that say nothing are BT.709, small ones BT.601.
            ("1280x720", ["-vf", "scale=out_color_matrix=bt709,format=yuv420p"]),
            ("320x180", ["-vf", "scale=out_color_matrix=bt601,format=yuv420p"]),
            ("320x180", ["-vf", "scale=out_color_matrix=bt709,format=yuv420p", "-colorspace", "bt709"]),
            (
                "320x180",
                ["-vf", "scale=out_color_matrix=bt601:out_range=full,format=yuvj420p", "-color_range", "pc"]
            ),
        ] as [(String, [String])])
    func colours(_ size: String, _ options: [String]) throws {
        for (color, wanted) in [
            ("0xE02010", [224, 32, 16]), ("0x10C040", [16, 192, 64]), ("0xFFFFFF", [255, 255, 255]),
            ("0x000000", [0, 0, 0]), ("0x2030D0", [32, 48, 208]),
        ] as [(String, [Int])] {
            var sheet = try PictureSheet(PictureSize(width: 160, height: 90))
            try sheet.draw(try Self.picture(color, size: size, options), width: 160, height: 90)
            let found = try Self.middle(of: sheet.jpeg().joined)
            // Four roundings to 8 bits, ffmpeg's own among them, come to 5 to 7; the other matrix would be 18 away in red.
            #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 8 }, "\(color) became \(found)")
        }
    }

    @Test("draws nothing beyond its edges, and is no larger than it may be")
    func bounds() throws {
        let units = PlainDemuxer.units(try NumberedStream.fixture(), pid: 256)
        let picture = try PictureDecoder.still(of: SliceList(units[0].bytes), codec: .h264, pts: 0)
        for (width, height) in [(0, 10), (10, 0), (-1, 10), (4_097, 10), (10, .max)] {
            #expect(throws: MediaFailure.self) {
                var sheet = try PictureSheet(PictureSize(width: width, height: height))
                _ = try sheet.jpeg()
            }
        }
        for (x, y, width, height) in [
            (1, 0, 10, 10), (0, 1, 10, 10), (-2, 0, 10, 10), (0, 0, 0, 10), (0, 0, 65, 10), (60, 0, 6, 10),
            (0, 30, 10, 4), (.max - 1, 0, 10, 10), (0, 0, .max, 10),
        ] {
            #expect(throws: MediaFailure.self) {
                var sheet = try PictureSheet(PictureSize(width: 64, height: 33))
                try sheet.draw(picture, x: x, y: y, width: width, height: height)
            }
        }
    }

    @Test("takes pictures of every size, down to one sample", arguments: [(1, 1), (1, 33), (63, 1), (63, 33), (2, 2)])
    func smallest(_ width: Int, _ height: Int) throws {
        let units = PlainDemuxer.units(try NumberedStream.fixture(), pid: 256)
        let picture = try PictureDecoder.still(of: SliceList(units[0].bytes), codec: .h264, pts: 0)
        var sheet = try PictureSheet(PictureSize(width: 63, height: 33))
        try sheet.draw(picture, width: width, height: height)
        let first = try sheet.jpeg().joined
        #expect(first.starts(with: [0xFF, 0xD8]) && first.suffix(2) == [0xFF, 0xD9])
        #expect(try sheet.jpeg().joined == first)
    }
}
