import Foundation

/// A foreign player that shows thirty seconds of a playlist.
///
/// It belongs to one thread at a time.
final class PeerPlayer {
    /// What it made of them.
    struct Showing: Sendable {
        var status: Int32
        /// What it complained of.
        var complaints: String
        /// The number of each picture it showed.
        var pictures: [Int?]
    }

    /// Pictures of thirty seconds.
    static let pictures = 750
    /// Sound of thirty seconds: frames of 1024 samples at 48 kHz.
    private static let soundFrames = 1_406

    let name: String
    private let network: PeerNetwork
    private let program: PeerProgram
    /// Whether it plays on until it is told to end.
    private let isEndless: Bool

    private init(_ name: String, _ command: [String], isEndless: Bool, on network: PeerNetwork) throws {
        self.name = name
        self.network = network
        self.isEndless = isEndless
        program = try network.start(name, command)
    }

    deinit { program.kill() }

    /// ffmpeg, which goes on after errors unless it `isStrict`.
    static func ffmpeg(_ name: String, _ path: String, isStrict: Bool, on network: PeerNetwork) throws -> PeerPlayer {
        let command =
            ["ffmpeg", "-nostdin", "-v", "error"] + (isStrict ? ["-xerror"] : []) + [
                "-i", PeerVenue.address + path, "-map", "0:v", "-frames:v", String(pictures), "-vf",
                PictureNumbers.filter, "-f", "rawvideo", "-y", name + ".numbers", "-map", "0:a", "-frames:a",
                String(soundFrames), "-f", "null", "-",
            ]
        return try PeerPlayer(name, command, isEndless: false, on: network)
    }

    /// GStreamer's hlsdemux.
    static func gstreamer(_ name: String, _ path: String, on network: PeerNetwork) throws -> PeerPlayer {
        let command =
            [
                "gst-launch-1.0", "-q", "souphttpsrc", "location=" + PeerVenue.address + path, "!", "hlsdemux", "!",
                "tsdemux", "name=d", "d.", "!", "queue", "!", "h264parse", "!", "avdec_h264", "!",
            ] + PictureNumbers.elements + [
                "!", "filesink", "location=\(name).numbers", "buffer-mode=unbuffered", "d.", "!", "queue", "!",
                "aacparse", "!", "avdec_aac", "!", "fakesink",
            ]
        return try PeerPlayer(name, command, isEndless: true, on: network)
    }

    /// Whether it has shown what is wanted, or has ended before; one that plays on is told to end then.
    func isDone() -> Bool {
        if isEndless, program.isRunning, shown.count >= Self.pictures { program.interrupt() }
        return !program.isRunning
    }

    private var shown: [Int?] {
        let bytes = try? Data(contentsOf: network.folder.appending(path: name + ".numbers"))
        return PictureNumbers.read([UInt8](bytes ?? Data()))
    }

    /// What it has shown.
    func showing() -> Showing {
        let end = network.finished(program, name, within: 1)
        return Showing(
            status: end.status, complaints: end.output + end.errors, pictures: Array(shown.prefix(Self.pictures)))
    }
}
