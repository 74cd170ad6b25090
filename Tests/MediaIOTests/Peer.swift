import Foundation

/// The ffmpeg programs, which say what is in a file.
enum Peer {
    /// Whether they are here; when not, the tests that ask them are skipped.
    static let isPresent = ["ffmpeg", "ffprobe"].allSatisfy { path(of: $0) != nil }

    private static func path(of program: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/"].map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    struct Failure: Error { var text: String }

    /// Runs a program and gives what it prints; throws when it complains or fails.
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        guard let path = path(of: program) else { throw Failure(text: "no \(program)") }
        let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        _ = FileManager.default.createFile(atPath: errors.path(), contents: nil)
        defer { try? FileManager.default.removeItem(at: errors) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-v", "warning"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let complaints = try String(contentsOf: errors, encoding: .utf8)
        guard process.terminationStatus == 0, complaints.isEmpty else { throw Failure(text: complaints) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A program stream made by ffmpeg: 4 s of 160 x 90 pictures and a tone.
    static func transportStream(
        _ options: [String], size: String = "160x90", seconds: Int = 4, tone: String = "sine=r=48000"
    ) throws -> [UInt8] {
        let file = Scratch()
        defer { file.remove() }
        _ = try run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=\(seconds)", "-f", "lavfi", "-i",
                "\(tone):d=\(seconds)",
                "-pix_fmt", "yuv420p",
            ] + options + ["-f", "mpegts", "-y", file.path])
        return [UInt8](try Data(contentsOf: file.url))
    }

    /// A picture, or a packet of sound, and when it is presented in seconds.
    struct Entry: Hashable {
        var time: Double
        var sum: String
    }

    /// The decoded pictures of a file: their times and the sums over their samples.
    static func pictures(_ bytes: [UInt8], _ name: String, options: [String] = []) throws -> [Entry] {
        try sums(bytes, name, ["-map", "0:v", "-fps_mode", "passthrough", "-enc_time_base", "-1"] + options)
    }

    /// The decoded samples of a file's sound, channels interleaved.
    static func samples(_ bytes: [UInt8], _ name: String, map: String = "0:a") throws -> [Float] {
        let file = Scratch(name: name)
        let output = Scratch(name: "samples")
        defer {
            file.remove()
            output.remove()
        }
        try Data(bytes).write(to: file.url)
        _ = try run("ffmpeg", ["-v", "quiet", "-i", file.path, "-map", map, "-f", "f32le", "-y", output.path])
        let samples = try Data(contentsOf: output.url)
        return samples.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// A packet as ffprobe reads it, its times in the units of its track.
    struct Packet {
        var pts: Int64
        var dts: Int64
        var size: Int
        var place: Int
        var isKey: Bool
        /// Whether an edit list hides it.
        var isHidden: Bool
    }

    /// The packets of the first stream of a kind, "v" or "a".
    static func packets(_ bytes: [UInt8], _ name: String, _ kind: String) throws -> [Packet] {
        let file = Scratch(name: name)
        defer { file.remove() }
        try Data(bytes).write(to: file.url)
        let text = try run(
            "ffprobe",
            [
                "-select_streams", "\(kind):0", "-show_entries", "packet=pts,dts,size,pos,flags", "-of", "compact=p=0",
                file.path,
            ])
        return text.split(separator: "\n").compactMap { line in
            var fields: [Substring: Substring] = [:]
            for field in line.split(separator: "|") {
                let parts = field.split(separator: "=", maxSplits: 1)
                if parts.count == 2 { fields[parts[0]] = parts[1] }
            }
            guard let pts = fields["pts"].flatMap({ Int64($0) }), let dts = fields["dts"].flatMap({ Int64($0) }),
                let size = fields["size"].flatMap({ Int($0) }), let place = fields["pos"].flatMap({ Int($0) })
            else { return nil }
            let flags = fields["flags"] ?? ""
            return Packet(
                pts: pts, dts: dts, size: size, place: place, isKey: flags.contains("K"), isHidden: flags.contains("D"))
        }
    }

    /// The audio packets of a file as they are stored.
    static func audioPackets(_ bytes: [UInt8], _ name: String, filter: [String] = []) throws -> [Entry] {
        try sums(bytes, name, ["-map", "0:a", "-c", "copy"] + filter)
    }

    static func sums(_ bytes: [UInt8], _ name: String, _ options: [String]) throws -> [Entry] {
        let file = Scratch(name: name)
        defer { file.remove() }
        try Data(bytes).write(to: file.url)
        let text = try run(
            "ffmpeg", ["-copyts", "-i", file.path] + options + ["-f", "framemd5", "-"])
        var base = 1.0
        return text.split(separator: "\n").compactMap { line in
            if line.hasPrefix("#tb 0: ") {
                let parts = line.dropFirst(7).split(separator: "/").compactMap { Double($0) }
                base = parts[0] / parts[1]
            }
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard !line.hasPrefix("#"), fields.count >= 6, let pts = Double(fields[2]) else { return nil }
            return Entry(time: (pts * base * 1e6).rounded() / 1e6, sum: fields[5])
        }
    }
}

/// A file that is there only as long as it is needed.
struct Scratch {
    let url: URL

    init(name: String = "file") {
        url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + "-" + name)
    }

    var path: String { url.path() }
    func remove() { try? FileManager.default.removeItem(at: url) }
}
