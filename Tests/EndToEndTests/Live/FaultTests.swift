import Foundation
import Testing

/// A server that receives, records and serves eight channels while everything goes wrong around it: `svmbench faults`, which
/// has a process and a network of its own.
@Suite("Faults around a running server")
struct FaultTests {
    private static let isPossible: Bool = {
        guard let status = try? start("/usr/bin/env", unshare + ["true"], nil) else { return false }
        status.waitUntilExit()
        return status.terminationStatus == 0
    }()

    /// A program with a network of its own; without privileges it is its own user's superuser in there.
    private static let unshare = ["unshare"] + (geteuid() == 0 ? [] : ["-r"]) + ["-n"]

    private static func start(_ program: String, _ arguments: [String], _ output: Pipe?) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = output ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    /// The program lies beside the tests, which are built together with it.
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "svmbench").path()

    @Test(
        "neither lose a datagram nor leave anything behind",
        .enabled(if: isPossible, "unshare is not permitted here: networks of one's own want privileges"),
        .timeLimit(.minutes(5)))
    func faults() async throws {
        let output = Pipe()
        let process = try Self.start(Self.program, ["faults", "--seconds", "15"], output)
        // Other tests go on meanwhile: no thread of theirs waits here.
        while process.isRunning { try await Task.sleep(for: .milliseconds(100)) }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationStatus == 0, "\n\(text)")
    }
}
