import Foundation

/// What curl says about a server.
struct Curl {
    var status: Int32
    var output: String

    /// Runs curl with `arguments`, silently and with its own time-out.
    init(_ arguments: String...) {
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/curl")
        program.arguments = ["--silent", "--max-time", "10"] + arguments
        let pipe = Pipe()
        program.standardOutput = pipe
        program.standardError = FileHandle.nullDevice
        program.standardInput = FileHandle.nullDevice
        guard (try? program.run()) != nil else {
            (status, output) = (-1, "curl cannot be started")
            return
        }
        output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        status = program.terminationStatus
    }
}
