import Foundation
import Glibc
import VenueSimulator

/// The cameras that clips are cut from: 720p50 of H.264 with AAC in 6 Mb/s of constant rate, their pictures numbered in clear
/// text, made by ffmpeg in a folder of its own.
struct ClipSource: ~Copyable {
    /// Seconds of the stream that is served, and of the longer one that other programs cut.
    static let seconds = 30
    static let longSeconds = 300
    /// Pictures a second.
    static let rate = 50

    /// Where everything lies.
    let folder: String
    /// The stream that is served.
    let stream: [UInt8]

    /// The path of the stream that is served.
    var path: String { folder + "/rec.ts" }
    /// The path of the same stream, again and again for five minutes.
    var longPath: String { folder + "/rec300.ts" }

    /// Makes the stream; nil with a sentence on standard error when that is impossible.
    init?() {
        folder = "/tmp/svmbench-clips-\(getpid())"
        let path = folder + "/rec.ts"
        guard mkdir(folder, 0o700) == 0 else {
            Bench.say("cannot make the folder \(folder): \(String(cString: strerror(errno)))")
            return nil
        }
        guard Self.encode(to: path, numbered: true) || Self.encode(to: path, numbered: false),
            let data = try? Data(contentsOf: URL(filePath: path)), !data.isEmpty
        else {
            _ = Measure.program("rm", ["-rf", folder])
            Bench.say("ffmpeg cannot make a camera of H.264 and AAC: install ffmpeg")
            return nil
        }
        stream = Self.endingWithPictures([UInt8](data))
        // Other programs cut, and cameras send, what is served.
        try? Data(stream).write(to: URL(filePath: path))
    }

    /// The stream up to its last packet of pictures: what ffmpeg sends behind it has no time of its own when it goes round.
    private static func endingWithPictures(_ bytes: [UInt8]) -> [UInt8] {
        let last = stride(from: bytes.count / 188 * 188 - 188, through: 0, by: -188).first { place in
            let pid = Int(bytes[place + 1] & 0x1f) << 8 | Int(bytes[place + 2])
            return pid == picturePID && bytes[place + 3] & 0x10 != 0
        }
        return Array(bytes.prefix((last ?? bytes.count) + 188))
    }

    /// Where ffmpeg's multiplexer puts the first track.
    private static let picturePID = 256

    deinit { _ = Measure.program("rm", ["-rf", folder]) }

    /// The stream as something to send round and round.
    func material() throws -> LoopMaterial { try LoopMaterial(stream) }

    /// Makes the five minutes; false when that fails.
    func makeLong() -> Bool {
        let rounds = Self.longSeconds / Self.seconds - 1
        return ClipPeers.ffmpeg(
            ["-stream_loop", "\(rounds)", "-i", path, "-c", "copy", "-f", "mpegts", "-muxrate", "6000000", longPath])
    }

    /// A moving pattern under noise, as in `make bench`'s other cameras; drawing text needs a font, which may be missing.
    private static func encode(to path: String, numbered: Bool) -> Bool {
        let number = "drawtext=text=%{n}:fontsize=96:x=40:y=40:box=1"
        let filters = ["noise=alls=12:allf=t"] + (numbered ? [number] : [])
        return ClipPeers.ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=\(rate),\(filters.joined(separator: ","))", "-f",
                "lavfi",
                "-i", "sine=frequency=440:sample_rate=48000", "-t", "\(seconds)", "-c:v", "libx264", "-preset",
                "ultrafast",
                "-tune", "zerolatency", "-b:v", "5M", "-maxrate", "5M", "-bufsize", "5M", "-x264-params",
                "keyint=50:min-keyint=50:scenecut=0:nal-hrd=cbr", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k",
                "-f",
                "mpegts", "-muxrate", "6000000", path,
            ])
    }
}
