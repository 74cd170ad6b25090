import Glibc

/// Another program that runs beside this one until it is told to end.
final class ChildProgram {
    private let process: pid_t

    /// Starts `path`, searched for as a shell does; its output goes to `output`, or nowhere.
    init?(_ path: String, _ arguments: [String], output: Int32? = nil) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var started: pid_t = 0
        guard posix_spawnp(&started, path, &actions, nil, &words, environ) == 0 else { return nil }
        process = started
    }

    /// What a program says until it ends; nil when it cannot be started.
    static func output(of path: String, _ arguments: [String]) -> String? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = ChildProgram(path, arguments, output: ends[1])
        close(ends[1])
        defer { close(ends[0]) }
        guard let child else { return nil }
        var text: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &room, room.count)
            guard count > 0 else { break }
            text.append(contentsOf: room[..<count])
        }
        child.wait()
        return String(decoding: text, as: UTF8.self)
    }

    /// Processor time that the program has taken so far, in seconds, as `/proc/PID/stat` counts it.
    var processorSeconds: Double {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 1024)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Behind the name, which may hold spaces: state is the third field, the two times are the 14th and 15th.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst()
        let times = fields.dropFirst(11).prefix(2).compactMap { Double($0) }
        return times.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Asks the program to end, and waits for that.
    func stop() {
        kill(process, SIGTERM)
        wait()
    }

    private func wait() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
