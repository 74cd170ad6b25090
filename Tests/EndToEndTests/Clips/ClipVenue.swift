import Foundation
import NetworkFormats
import TestSupport
import Timing
import VenueSimulator
import VenueWire

/// A server that keeps a recorded venue whose pictures carry their number, and clips that were fetched from it.
///
/// It belongs to one thread at a time.
final class ClipVenue {
    enum Failure: Error { case refused(String, String) }

    /// A clip as it was fetched.
    struct Clip {
        var address: String
        var bytes: [UInt8]
        var headers: [String: String]
        /// The file that it was stored in.
        var file: String
    }

    /// A channel, by its name.
    enum Channel: String, CaseIterable { case closed = "Closed", open = "Open", long = "Long" }

    /// The size of the pictures.
    static let (width, height) = (160, 96)

    let server: DeskServer
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // VLC refuses to run as root and gets no user's rights.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path())
        let capture = folder.appending(path: "venue.pcapng")
        try Self.record(to: capture)
        server = try DeskServer(["--rerun", capture.path(), "--pace", "fast", "--history-seconds", "60"])
        try waitUntilRead()
    }

    /// Waits until the server has read the capture: before that there are no channels to ask for.
    private func waitUntilRead() throws {
        for channel in Channel.allCases {
            let address = address(channel, "clip.ts", from: 10, length: 1)
            for tries in 1...Self.triesOfReading {
                do {
                    _ = try fetch(address, as: "read.ts")
                    break
                } catch Failure.refused where tries < Self.triesOfReading {
                    Thread.sleep(forTimeInterval: 0.1)
                }
            }
        }
    }

    private static let triesOfReading = 200

    deinit {
        _ = server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes the venue: twelve seconds of three channels, from 2026-01-01T00:00:00Z on.
    private static func record(to file: URL) throws {
        let channels = try Channel.allCases.enumerated().map { index, channel in
            NativeChannelSpec(
                name: channel.rawValue, sessionNumber: UInt32(index),
                destination: Endpoint(IPAddress(v4: 0xef4d_2c01 + UInt32(index)), 5_000),
                content: .video(try LoopMaterial(try stream(of: channel).make()), offset: .zero))
        }
        let spec = NativeVenueSpec(
            duration: StreamDuration(seconds: 12),
            license: VenueAnnouncement.License(venueName: "Arena", contentOwner: "Team", appDeveloper: "replay"),
            streamers: [NativeVenueSpec.Streamer(id: "a", source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000))],
            channels: channels)
        var venue = NativeVenue(spec)
        var bytes: [UInt8] = []
        venue.write { bytes += $0 }
        try Data(bytes).write(to: file)
    }

    private static func stream(of channel: Channel) -> NumberedStream {
        var stream = NumberedStream(seconds: 13)
        (stream.width, stream.height) = (width, height)
        let parameters =
            switch channel {
            case .closed: "keyint=25:min-keyint=25:bframes=3:b-pyramid=normal"
            case .open: "keyint=24:min-keyint=24:bframes=3:open-gop=1"
            case .long: "keyint=250:min-keyint=250:bframes=2"
            }
        stream.groupLength = channel == .long ? 250 : channel == .open ? 24 : 25
        stream.video = [
            "-c:v", "libx264", "-preset", "veryfast", "-threads", "1", "-x264-params",
            "crf=30:scenecut=0:b-adapt=0:" + parameters,
        ]
        return stream
    }

    /// The address of a clip: so many seconds of a channel from so many seconds after the venue's start.
    func address(_ channel: Channel, _ file: String, from: Double, length: Double) -> String {
        let mark = file.contains("?") ? "&" : "?"
        // 2026-01-01T00:00:00Z.
        return server.address + "/api/v1/channels/\(channel.rawValue)/\(file)\(mark)start=\(1_767_225_600 + from)"
            + "&duration=\(length)&clamp=0&wait=1"
    }

    /// Fetches a clip with curl.
    func fetch(_ address: String, as name: String) throws -> Clip {
        let file = folder.appending(path: name)
        let program = try PeerProgram(
            ["curl", "-sS", "--fail-with-body", "--max-time", "30", "-D", name + ".head", "-o", name, address],
            folder: folder, output: folder.appending(path: name + ".out"), errors: folder.appending(path: name + ".err")
        )
        let status = program.finish(within: 40).status
        let bytes = [UInt8]((try? Data(contentsOf: file)) ?? Data())
        guard status == 0 else { throw Failure.refused(address, String(decoding: bytes.prefix(500), as: UTF8.self)) }
        let head = String(decoding: try Data(contentsOf: folder.appending(path: name + ".head")), as: UTF8.self)
        let fields = head.components(separatedBy: "\r\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)) : nil
        }
        return Clip(
            address: address, bytes: bytes, headers: Dictionary(fields) { first, _ in first }, file: file.path())
    }

    /// Runs a program in the folder; gives how it ended, and what it wrote to standard output and standard error.
    func run(_ command: [String], within seconds: Double = 60) throws -> (status: Int32, output: String, errors: String)
    {
        let name = UUID().uuidString
        let (output, errors) = (folder.appending(path: name + ".out"), folder.appending(path: name + ".err"))
        let program = try PeerProgram(command, folder: folder, output: output, errors: errors)
        let status = program.finish(within: seconds).status
        return (
            status, String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self),
            String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self)
        )
    }

    /// The numbers of the pictures that ffmpeg presents of a file or address, and what it says to it.
    func numbers(_ source: String) throws -> (numbers: [Int], errors: String) {
        let raw = UUID().uuidString + ".raw"
        let run = try run(
            ["ffmpeg", "-nostdin", "-v", "warning", "-i", source, "-map", "0:v", "-fps_mode", "passthrough"]
                + ["-pix_fmt", "gray", "-f", "rawvideo", "-y", raw, "-map", "0:a", "-f", "null", "-"])
        let bytes = [UInt8]((try? Data(contentsOf: folder.appending(path: raw))) ?? Data())
        let size = Self.width * Self.height
        let numbers = stride(from: 0, to: bytes.count - size + 1, by: size).map { start in
            PictureNumber.read(
                Array(bytes[start..<(start + size)]).span.bytes, width: Self.width, height: Self.height,
                stride: Self.width) ?? -1
        }
        return (numbers, run.errors + (run.status == 0 ? "" : "ended with \(run.status)"))
    }
}
