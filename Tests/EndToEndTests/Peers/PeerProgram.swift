import Foundation

/// A program that runs beside the test.
final class PeerProgram {
    private let process = Process()

    /// Starts a program of the system, or one named by its path, in `folder`; what it writes goes to two files.
    init(_ command: [String], folder: URL, output: URL, errors: URL) throws {
        // It ends with the thread that started it, whatever happens to that.
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        process.arguments = ["--pdeathsig", "KILL"] + command
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
    }

    /// The number of its process.
    var id: Int32 { process.processIdentifier }

    /// Whether it has not ended yet.
    var isRunning: Bool { process.isRunning }

    /// Asks it to end.
    func terminate() { process.terminate() }

    /// Asks it to end as Ctrl-C does.
    func interrupt() { process.interrupt() }

    /// Ends it without asking, and waits for its end.
    func kill() {
        if process.isRunning { Glibc.kill(id, SIGKILL) }
        process.waitUntilExit()
    }

    /// Waits for its end, and ends it after `seconds`; tells how it ended, 128 and more for a signal.
    @discardableResult
    func finish(within seconds: Double = 60) -> (status: Int32, isInTime: Bool) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while process.isRunning, ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.02) }
        let isInTime = !process.isRunning
        kill()
        let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        return (process.terminationStatus + signal, isInTime)
    }
}
