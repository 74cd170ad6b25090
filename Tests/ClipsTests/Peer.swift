import Foundation

/// Other programs that read what is made here.
enum Peer {
    /// Whether ffmpeg and ffprobe are installed.
    static let isThere = ["ffmpeg", "ffprobe"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    /// Runs a program and gives what it wrote to standard output and standard error.
    static func run(_ tool: String, _ arguments: [String]) throws -> (output: String, errors: String) {
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
            String(decoding: try Data(contentsOf: output), as: UTF8.self),
            String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
    }

    /// Lends the path of a file with `bytes`.
    static func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "clip-\(UUID().uuidString).ts")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path())
    }

    /// The time stamps of all pictures (`v`) or sounds (`a`) of a file, in the order of its packets.
    static func timeStamps(_ path: String, _ kind: String = "v") throws -> [Int64] {
        let text = try run(
            "ffprobe", ["-v", "error", "-select_streams", kind, "-show_entries", "packet=pts", "-of", "csv=p=0", path])
        return text.output.split(separator: "\n").compactMap { Int64($0.split(separator: ",").first ?? "") }
    }

    /// What decoding everything complains about; empty when nothing.
    static func complaints(_ path: String) throws -> String {
        try run("ffmpeg", ["-v", "error", "-i", path, "-f", "null", "-"]).errors
    }

    /// Whether the first decoded picture is a key frame.
    static func beginsWithKeyFrame(_ path: String) throws -> Bool {
        let text = try run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "frame=key_frame", "-of", "csv=p=0", path,
            ])
        return text.output.first == "1"
    }
}
