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

    /// Runs a program that prints where this one prints; its exit status, or nil when it cannot be started.
    static func foreground(_ path: String, _ arguments: [String]) -> Int32? {
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        var status: Int32 = 0
        guard posix_spawnp(&child, path, nil, nil, &words, environ) == 0 else { return nil }
        waitpid(child, &status, 0)
        return status
    }

    /// The steady clock, in seconds.
    static var now: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// Seconds of processor time that this thread took so far.
    static var threadSeconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// What this process took so far.
    struct Usage {
        /// The steady clock, in seconds.
        var time: Double
        /// Seconds of processor time.
        var processor: Double
        /// Resident bytes now.
        var resident: Int

        init() {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            time = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            processor = Measure.processorSeconds(usage)
            resident = Measure.residentBytes()
        }
    }

    /// Seconds of processor time, in the program and in the system.
    static func processorSeconds(_ usage: rusage) -> Double {
        Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 256)
        let length = fread(&text, 1, text.count, file)
        let words = String(decoding: text.prefix(length), as: UTF8.self).split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
    }
}
