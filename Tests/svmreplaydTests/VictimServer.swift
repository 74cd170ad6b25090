import Foundation
import Glibc

/// The built `svmreplayd` with a data folder, to be killed.
///
/// It belongs to one thread at a time.
final class VictimServer {
    enum Failure: Error { case notBuilt(String), notStarted(Int32), silent(String) }

    /// It lies beside the bundle of the tests.
    static var path: String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        return bundle.components(separatedBy: "/").prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/")
            + "/svmreplayd"
    }

    /// The port at which it takes requests.
    private(set) var port: UInt16 = 0
    /// `timeout`, which ends it should nobody else do so, and the server itself.
    private let guardian: pid_t
    private var server: pid_t = 0

    /// Starts it over the data folder `data`, with further options, and waits until it says where it is; what it says goes to
    /// `output`.
    init(data: String, output: String, options: [String] = []) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.path) else { throw Failure.notBuilt(Self.path) }
        unlink(output)
        guardian = try Self.spawn(
            [
                "/usr/bin/timeout", "--kill-after=5", "120", Self.path, "--listen", "127.0.0.1:0", "--interface", "lo",
                "--no-sap", "--announce", "239.255.99.99:39875", "--data-dir", data,
            ] + options, output)
        for _ in 0..<1_000 {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            if let found = text.firstMatch(of: /at http:\/\/127\.0\.0\.1:([1-9][0-9]*)\/\n/) {
                port = UInt16(found.1) ?? 0
                let children = "/proc/\(guardian)/task/\(guardian)/children"
                let list = (try? String(contentsOfFile: children, encoding: .utf8)) ?? ""
                server = list.split(separator: " ").first.flatMap { pid_t($0) } ?? 0
                if port != 0, server > 0 { return }
            }
            usleep(5_000)
        }
        kill(guardian, SIGTERM)
        var status: Int32 = 0
        waitpid(guardian, &status, 0)
        throw Failure.silent((try? String(contentsOfFile: output, encoding: .utf8)) ?? "")
    }

    private static func spawn(_ words: [String], _ output: String) throws -> pid_t {
        var pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var attributes = posix_spawnattr_t()
        var files = posix_spawn_file_actions_t()
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&files)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&files)
        }
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&files, 1, 2)
        var child: pid_t = 0
        let result = posix_spawn(&child, words[0], &files, &attributes, &pointers, environ)
        guard result == 0 else { throw Failure.notStarted(result) }
        return child
    }

    /// Ends it as `kill -9` does, and waits until it is gone.
    func slay() { end(SIGKILL) }

    /// Asks it to end, and waits until it is gone.
    func stop() { end(SIGTERM) }

    private func end(_ signal: Int32) {
        guard server > 0 else { return }
        kill(server, signal)
        server = 0
        var status: Int32 = 0
        waitpid(guardian, &status, 0)
    }

    deinit { slay() }
}
