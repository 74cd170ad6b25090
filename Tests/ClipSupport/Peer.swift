import Foundation
import TestSupport

/// Other programs that read what is made here.
public enum Peer {
    /// Whether ffmpeg and ffprobe are installed.
    public static let isThere = ["ffmpeg", "ffprobe"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    /// Runs a program and gives what it wrote to standard output and standard error.
    public static func run(_ tool: String, _ arguments: [String]) throws -> (output: String, errors: String) {
        let (output, errors) = try bytes(tool, arguments)
        return (String(decoding: output, as: UTF8.self), errors)
    }

    /// The same with the bytes of standard output.
    public static func bytes(_ tool: String, _ arguments: [String]) throws -> (output: [UInt8], errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(tool)")
        process.arguments = arguments
        let folder = FileManager.default.temporaryDirectory.appending(path: "clips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return (
            [UInt8](try Data(contentsOf: output)), String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
    }

    /// Lends the path of a file with `bytes`.
    public static func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "clip-\(UUID().uuidString).ts")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path())
    }

    /// The time stamps of all pictures (`v`) or sounds (`a`) of a file, in the order of its packets.
    public static func timeStamps(_ path: String, _ kind: String = "v") throws -> [Int64] {
        let text = try run(
            "ffprobe", ["-v", "error", "-select_streams", kind, "-show_entries", "packet=pts", "-of", "csv=p=0", path])
        return text.output.split(separator: "\n").compactMap { Int64($0.split(separator: ",").first ?? "") }
    }

    /// What decoding everything complains about; empty when nothing.
    public static func complaints(_ path: String) throws -> String {
        try run("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"]).errors
    }

    /// Whether the first decoded picture is a key frame.
    public static func beginsWithKeyFrame(_ path: String) throws -> Bool {
        let text = try run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "frame=key_frame", "-of", "csv=p=0", path,
            ])
        return text.output.first == "1"
    }

    /// A picture that a player presents.
    public struct Picture: Hashable, Sendable {
        /// When, in seconds from the beginning of the file.
        public var time: Double
        /// The number that it carries; nil when none can be read.
        public var number: Int?
    }

    /// The pictures of a file as ffmpeg presents them, edit lists applied.
    public static func pictures(_ path: String, width: Int, height: Int) throws -> [Picture] {
        let times = try run(
            "ffprobe",
            ["-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path]
        ).output.split(separator: "\n").compactMap { Double($0.split(separator: ",").first ?? "") }
        let luma = try bytes(
            "ffmpeg",
            [
                "-v", "error", "-i", path, "-map", "0:v:0", "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt",
                "gray",
                "-",
            ]
        ).output
        let size = width * height
        return (0..<(luma.count / size)).map { place in
            let picture = Array(luma[(place * size)..<((place + 1) * size)])
            let number = PictureNumber.read(picture.span.bytes, width: width, height: height, stride: width)
            return Picture(time: times.indices.contains(place) ? times[place] : -1, number: number)
        }
    }

    /// The first channel's samples of a file's sound, 48 000 a second, as ffmpeg presents them from time 0 on.
    public static func sound(_ path: String) throws -> [Float] {
        let data = try bytes(
            "ffmpeg",
            [
                "-v", "error", "-i", path, "-map", "0:a:0", "-af",
                "aresample=async=48000:min_hard_comp=0.001:first_pts=0", "-ac", "1", "-ar",
                "48000", "-f", "s16le", "-",
            ]
        ).output
        return stride(from: 0, to: data.count - 1, by: 2).map {
            Float(Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8)) / 32_768
        }
    }
}
