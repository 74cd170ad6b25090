import Foundation

/// A program that runs beside a test, in the network of the thread that starts it, and for no longer than three minutes.
///
/// Foundation's `Process` hands on the signals that its thread blocks: what a worker thread starts cannot be told to end.
final class ChildProgram {
    enum Failure: Error { case notStarted(String, Int32) }

    private let id: pid_t
    /// As `waitpid` tells it; nil while it runs.
    private var ending: Int32?

    /// Starts a program by its path; what it writes goes to the file `output`, or nowhere.
    init(_ arguments: [String], output: String = "/dev/null") throws {
        let words = ["/usr/bin/timeout", "--kill-after=5", "180"] + arguments
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
        guard result == 0 else { throw Failure.notStarted(arguments[0], result) }
        id = child
    }

    deinit { _ = stop() }

    /// Whether it has not ended yet.
    var isRunning: Bool {
        var status: Int32 = 0
        if ending == nil, waitpid(id, &status, WNOHANG) == id { ending = status }
        return ending == nil
    }

    /// Waits for its end, but for no longer than so many seconds.
    func wait(seconds: Double) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while isRunning, ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.02) }
    }

    /// Asks it to end and waits for that; its exit status, or -1 when it was killed because it would not.
    func stop() -> Int32 {
        if isRunning { kill(id, SIGTERM) }
        wait(seconds: 15)
        if isRunning { kill(id, SIGKILL) }
        wait(seconds: 5)
        // The exit status lies in the second byte; the first one is 0 unless a signal ended it.
        return ending.map { $0 & 0x7f == 0 ? ($0 >> 8) & 0xff : -1 } ?? -1
    }
}
