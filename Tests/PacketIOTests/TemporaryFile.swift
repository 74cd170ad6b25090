import Foundation

/// A file for one test, removed with its last owner.
final class TemporaryFile: Sendable {
    let path: String

    init(_ bytes: [UInt8] = [], name: String = "capture") throws {
        let folder = FileManager.default.temporaryDirectory.path()
        path = folder + "/\(UUID().uuidString)-\(name)"
        try write(bytes)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

    func append(_ bytes: [UInt8]) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    /// The bytes as the program gzip packs them.
    static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = try TemporaryFile(bytes)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-c", "-n", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let packed = try pipe.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return [UInt8](packed ?? Data())
    }
}
