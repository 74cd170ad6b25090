import Glibc

/// Another program that runs beside a benchmark, with pipes to its standard input and output.
struct BenchProgram: ~Copyable {
    private let process: pid_t
    private let input: Int32
    private let output: Int32

    /// Starts it; nil when that is impossible.
    ///
    /// What it prints is read by ``line()``, or thrown away when not `isHeard`.
    init?(_ path: String, _ arguments: [String], isHeard: Bool = false) {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { return nil }
        // Other children must not hold them open.
        for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO)
        if isHeard {
            posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let started = posix_spawnp(&child, path, &actions, nil, &words, environ)
        close(toChild[0])
        close(fromChild[1])
        guard started == 0 else {
            close(toChild[1])
            close(fromChild[0])
            return nil
        }
        process = child
        input = toChild[1]
        output = fromChild[0]
    }

    /// Waits for its next line; nil at the end.
    borrowing func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// Writes a byte to its standard input.
    borrowing func poke() { Bench.put("\n", to: input) }

    /// Ends it, by a signal if it does not end by itself; the seconds of processor time that it took.
    consuming func end(by signal: Int32? = nil) -> Double {
        if let signal { kill(process, signal) }
        var usage = rusage()
        var status: Int32 = 0
        wait4(process, &status, 0, &usage)
        close(input)
        close(output)
        return Measure.processorSeconds(usage)
    }
}
