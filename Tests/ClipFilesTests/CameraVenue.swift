import Bytes
import ClipFiles
import Clips
import Foundation
import History
import NetworkFormats
import Pipeline
import TestSupport
import Timing

/// Cameras that all send the numbered stream, each begun at another instant: picture n of a camera is presented 40 ms · n after
/// its first one.
struct CameraVenue {
    /// How one camera sends.
    struct Sender {
        /// When it begins, in milliseconds after the venue; not before the camera in front of it.
        var after: Int64
        /// Datagrams that do not arrive, by their place.
        var lost: Range<Int> = 0..<0
        /// The configuration's offset.
        var offsetMs: Int64 = 0
    }

    /// 2026-01-01T00:00:00Z.
    static let start: Int64 = 1_767_225_600_000_000_000
    /// Bytes of seven packets.
    private static let datagramLength = 7 * 188

    let senders: [Sender]
    let cameras: [CameraClips.Camera]

    init(_ senders: [Sender]) throws {
        self.senders = senders
        let stream = try NumberedStream.fixture()
        let count = (stream.count + Self.datagramLength - 1) / Self.datagramLength
        var sent: [(time: Int64, camera: Int, place: Int)] = []
        for (camera, sender) in senders.enumerated() {
            for place in 0..<count where !sender.lost.contains(place) {
                // 20 s of pictures, sent steadily: the same for every camera.
                let time = Self.start + sender.after * 1_000_000 + Int64(place) * 20_000_000_000 / Int64(count)
                sent.append((time, camera, place))
            }
        }
        sent.sort { ($0.time, $0.camera) < ($1.time, $1.camera) }
        var parameters = VenueParameters()
        parameters.history = HistoryLimits(depth: StreamDuration(seconds: 60))
        var engine = VenueEngine(parameters: parameters, output: NoSink())
        for (ordinal, datagram) in sent.enumerated() {
            var writer = ByteWriter()
            // RTP of payload type 33 (RFC 3550, RFC 2250).
            writer.write(UInt16(0x8021))
            writer.write(UInt16(truncatingIfNeeded: datagram.place))
            writer.write(UInt32(truncatingIfNeeded: (datagram.time - Self.start) / 100_000 * 9))
            writer.write(UInt32(0x1000 + datagram.camera))
            let from = datagram.place * Self.datagramLength
            writer.write(contentsOf: Array(stream[from..<min(stream.count, from + Self.datagramLength)]))
            let length = UInt32(writer.count)
            engine.ingest(
                DatagramHeader(
                    time: StreamTime(nanoseconds: datagram.time), ordinal: UInt64(ordinal + 1),
                    source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000),
                    destination: Endpoint(IPAddress(v4: 0xef01_0001 + UInt32(datagram.camera)), 5_000),
                    wireLength: length, storedLength: length), writer.bytes.lent)
        }
        // Channels stand in the order in which they were heard.
        cameras = zip(engine.snapshot.channels, senders).enumerated().map { place, pair in
            CameraClips.Camera(
                channel: ClipChannel(id: "camera\(place)", name: "Camera \(place)"), history: pair.0.history,
                media: pair.0.transport, offset: StreamDuration(milliseconds: pair.1.offsetMs))
        }
    }

    /// The numbers in the pictures of a file, in the order of their presentation.
    static func numbers(in bytes: [UInt8]) throws -> [Int?] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svm-cameras-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "clip"), folder.appending(path: "pictures"))
        try Data(bytes).write(to: input)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = [
            "-v", "error", "-i", input.path(), "-an", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray",
            output.path(),
        ]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let pictures = [UInt8](try Data(contentsOf: output))
        return stride(from: 0, to: pictures.count - 57_599, by: 57_600).map { start in
            PictureNumber.read(
                Array(pictures[start..<(start + 57_600)]).lent, width: 320, height: 180, stride: 320)
        }
    }

    /// Whether ffmpeg is installed.
    static var canDecode: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg") }
}
