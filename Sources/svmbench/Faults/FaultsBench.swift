import Glibc

/// Everything that goes wrong around a server, one thing after the other, while it receives, records and serves eight channels.
///
/// It all happens in this process, in a network of its own. Of each fault one line is printed.
struct FaultsBench {
    static let name = "faults"
    /// The hidden command: the same inside its own network.
    static let inside = "faults-inside"
    /// How long it takes about, in seconds, and the least.
    static let usualSeconds = 45
    static let secondsRange = 10...3_600
    /// So long after its time it is stuck.
    private static let patience = 90.0

    /// Exit statuses.
    enum Status {
        static let good: Int32 = 0
        static let broken: Int32 = 1
        static let impossible: Int32 = 2
    }

    var seconds = usualSeconds

    /// Becomes this program in a network of its own; returns only when that is impossible.
    func enter() -> Int32 {
        let program = Bench.folder + "/svmbench"
        // Without privileges it is its own user's superuser in there.
        let words =
            ["unshare"] + (geteuid() == 0 ? [] : ["-r"]) + ["-n", program, "--seconds", "\(seconds)", Self.inside]
        var arguments = words.map { strdup($0) } + [nil]
        execvp("unshare", &arguments)
        Bench.say("cannot start unshare, which gives the faults a network of their own: install util-linux")
        return Status.impossible
    }

    /// Lets everything go wrong; the exit status.
    func run() -> Int32 {
        // A recording that may not grow is an error of the disk, not a reason to die.
        signal(SIGXFSZ, SIG_IGN)
        guard FaultNetwork.setLoopback(up: true) else {
            Bench.say("cannot take the loopback interface up: this wants the superuser, in a network of its own")
            return Status.impossible
        }
        let folder = "/tmp/svmbench-\(getpid())"
        guard mkdir(folder, 0o700) == 0 else {
            Bench.say("cannot make the folder \(folder): \(String(cString: strerror(errno)))")
            return Status.impossible
        }
        defer { Self.remove(folder) }
        let watch = FaultWatch(seconds: Double(seconds) + Self.patience)
        do {
            var run = try FaultRun(recording: folder + "/faults.pcapng", seconds: Double(seconds), watch)
            return try run.run() ? Status.good : Status.broken
        } catch {
            Bench.say("\(error)")
            return Status.impossible
        }
    }

    private static func remove(_ folder: String) {
        for name in ProcessFile.names(in: folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
