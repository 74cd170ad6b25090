import Foundation
import TestSupport

/// The network of the thread that made this, in which programs run: loopback and nothing else, which carries multicast.
///
/// It belongs to that thread alone.
final class PeerNetwork {
    /// What a program left behind.
    struct Finished {
        var status: Int32
        var output: String
        var errors: String
    }

    enum Failure: Error { case failed([String], Finished) }

    /// Where programs run and leave their files.
    let folder: URL

    /// Gives the calling thread, which must be the caller's own, a network of its own.
    init(folder: URL) throws {
        self.folder = folder
        try Namespace.enter()
        try Namespace.ip("route add 224.0.0.0/4 dev lo src 127.0.0.1")
    }

    /// The text of a file of the folder; empty when there is none.
    func text(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: folder.appending(path: name))) ?? Data(), as: UTF8.self)
    }

    /// Starts a program; what it writes goes to `name`.out and `name`.err.
    func start(_ name: String, _ command: [String]) throws -> PeerProgram {
        try PeerProgram(
            command, folder: folder, output: folder.appending(path: name + ".out"),
            errors: folder.appending(path: name + ".err"))
    }

    /// What a program that was started as `name` left behind, once it has ended; it is ended when it takes too long.
    func finished(_ program: PeerProgram, _ name: String, within seconds: Double = 60) -> Finished {
        let status = program.finish(within: seconds).status
        return Finished(status: status, output: text(name + ".out"), errors: text(name + ".err"))
    }

    /// Runs a program to its end.
    func run(_ command: [String], within seconds: Double = 60) throws -> Finished {
        let name = UUID().uuidString
        defer {
            for ending in [".out", ".err"] {
                try? FileManager.default.removeItem(at: folder.appending(path: name + ending))
            }
        }
        return finished(try start(name, command), name, within: seconds)
    }

    /// Runs a program that must end well, and gives what it wrote.
    func output(of command: [String]) throws -> String {
        let finished = try run(command)
        guard finished.status == 0 else { throw Failure.failed(command, finished) }
        return finished.output
    }
}
