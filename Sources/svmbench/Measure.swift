import Glibc

/// Wall time and other programs, for benchmarks only.
enum Measure {
    /// What another program took.
    struct Run {
        var seconds: Double
        var peakResidentMiB: Double
        var status: Int32
    }

    /// Seconds that `body` takes.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let took = try ContinuousClock().measure(body)
        return Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
    }

    /// Runs a program with its output thrown away, its errors perhaps kept; nil when it cannot be started.
    static func program(_ path: String, _ arguments: [String], keepsErrors: Bool = false) -> Run? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if !keepsErrors { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        var usage = rusage()
        var status: Int32 = 0
        var started: Int32 = 0
        let took = seconds {
            started = posix_spawnp(&child, path, &actions, nil, &words, environ)
            if started == 0 { wait4(child, &status, 0, &usage) }
        }
        guard started == 0 else { return nil }
        return Run(seconds: took, peakResidentMiB: Double(usage.ru_maxrss) / 1024, status: status)
    }
}
