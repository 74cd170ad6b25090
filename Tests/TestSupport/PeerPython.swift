public import Foundation

/// Python programs that tests compare with: modules of the system, and those that `make peers` put below `.build/peers`.
public enum PeerPython {
    /// Whether `module` can be imported.
    public static func has(_ module: String) -> Bool {
        (try? run(["-c", "import \(module)"], input: Data()))?.status == 0
    }

    /// What a run gave.
    public struct Outcome: Sendable {
        /// The exit status.
        public var status: Int32
        /// Standard output.
        public var output: Data
        /// Standard error as text.
        public var errors: String
    }

    /// Runs python3 with `arguments`, feeds it `input` and waits for its end.
    public static func run(_ arguments: [String], input: Data) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["input", "output", "errors"].map { folder.appendingPathComponent($0) }
        try input.write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        var environment = ProcessInfo.processInfo.environment
        let modules = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent(".build/peers/python").path
        environment["PYTHONPATH"] = [modules, environment["PYTHONPATH"]].compactMap { $0 }.joined(separator: ":")
        process.environment = environment
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try Data(contentsOf: files[1]),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
}
