import Foundation

/// Programs of others that read what is made here.
enum Tool {
    /// Whether ffmpeg and ffprobe are installed.
    static let areThere = ["ffmpeg", "ffprobe"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    /// Runs a program in a folder and gives what it wrote to standard output and standard error.
    static func run(_ tool: String, _ arguments: [String], in folder: URL) throws -> (output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(tool)")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let name = UUID().uuidString
        let (output, errors) = (folder.appending(path: name + ".out"), folder.appending(path: name + ".err"))
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

    /// Lends a folder that is gone afterwards.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "clips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// A file of a folder.
    static func bytes(_ name: String, in folder: URL) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// 32-bit samples of a file.
    static func samples(_ name: String, in folder: URL) throws -> [Float] {
        let data = try Data(contentsOf: folder.appending(path: name))
        return [Float](unsafeUninitializedCapacity: data.count / 4) { room, count in
            count = data.count / 4
            _ = data.copyBytes(to: UnsafeMutableRawBufferPointer(room), count: count * 4)
        }
    }
}
