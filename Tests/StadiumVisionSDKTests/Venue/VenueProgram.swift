import Foundation

/// A built program in the network of the thread that starts it; it ends with this at the latest.
///
/// It belongs to one thread at a time. Foundation's `Process` hands on the signals that its thread blocks: what a worker thread
/// starts cannot be told to end.
final class VenueProgram {
    struct NotStarted: Error { var words: [String] }

    private let id: pid_t
    private var isOver = false

    /// Where the built programs lie: beside the bundle of the tests.
    static let folder: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        return bundle.components(separatedBy: "/").prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/") + "/"
    }()

    /// Starts a program by its path; both its outputs go to the file `output`.
    init(_ words: [String], output: String) throws {
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
        posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&files, 1, 2)
        var child: pid_t = 0
        guard posix_spawn(&child, words[0], &files, &attributes, &pointers, environ) == 0 else {
            throw NotStarted(words: words)
        }
        id = child
    }

    deinit { end(by: SIGTERM) }

    /// Sends it a signal and waits for its end; after ten seconds it is killed.
    func end(by signal: Int32) {
        guard !isOver else { return }
        kill(id, signal)
        wait(seconds: 10)
        if !isOver { kill(id, SIGKILL) }
        wait(seconds: 5)
    }

    /// Waits for its end, but for no longer than so many seconds.
    func wait(seconds: Double) {
        let end = Date().addingTimeInterval(seconds)
        while !isOver, Date() < end {
            var status: Int32 = 0
            isOver = waitpid(id, &status, WNOHANG) == id
            if !isOver { usleep(10_000) }
        }
    }
}
