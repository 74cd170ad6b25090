public import Foundation

/// A program that runs beside a test, in the network of the thread that starts it, and for no longer than three minutes.
///
/// It belongs to one thread at a time. Foundation's `Process` hands on the signals that its thread blocks: what a worker thread
/// starts cannot be told to end.
public final class ChildProgram {
    /// A program that could not be started, and the system's error number.
    public struct NotStarted: Error {
        /// What was to be started.
        public var words: [String]
        /// Why not.
        public var error: Int32
    }

    /// The process: `timeout`, whose only child is the program.
    public let id: pid_t
    /// As `waitpid` tells it; nil while it runs.
    private var ending: Int32?

    /// Where the programs of this package lie: beside the bundle of the tests.
    public static let products: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        return bundle.components(separatedBy: "/").prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/") + "/"
    }()

    /// Starts a program by its path; what it writes goes behind what is in the file `output`, or nowhere.
    public init(_ arguments: [String], output: String = "/dev/null") throws {
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
        guard result == 0 else { throw NotStarted(words: arguments, error: result) }
        id = child
    }

    deinit { end(by: SIGTERM) }

    /// The process of the program itself; nil when there is none any more.
    public var program: pid_t? {
        let children = try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
        return children?.split(separator: " ").first.flatMap { pid_t($0) }
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool {
        var status: Int32 = 0
        if ending == nil, waitpid(id, &status, WNOHANG) == id { ending = status }
        return ending == nil
    }

    /// Waits for its end, but for no longer than so many seconds.
    public func wait(seconds: Double) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while isRunning, ContinuousClock.now < deadline { usleep(10_000) }
    }

    /// Sends the program a signal and waits for its end; it is killed when that takes longer than fifteen seconds.
    public func end(by signal: Int32) {
        if isRunning { kill(program ?? id, signal) }
        wait(seconds: 15)
        if isRunning { kill(program ?? id, SIGKILL) }
        wait(seconds: 5)
    }

    /// Asks it to end and waits for that; its exit status, or -1 when a signal ended it.
    public func stop() -> Int32 {
        end(by: SIGTERM)
        // The exit status lies in the second byte; the first one is 0 unless a signal ended it.
        return ending.map { $0 & 0x7f == 0 ? ($0 >> 8) & 0xff : -1 } ?? -1
    }
}
