import Glibc

/// Other recorders that receive one camera each while a benchmark runs.
struct IngestPeers: ~Copyable {
    private let folder = "/tmp/svmbench-\(getpid())"
    private let multicat: BenchProgram?
    private let ffmpeg: BenchProgram?

    /// Starts those that are installed.
    init() {
        for path in [folder, folder + "/multicat", folder + "/hls"] { mkdir(path, 0o777) }
        let first = LoadSender.group(0)
        let second = LoadSender.group(1)
        multicat = BenchProgram("multicat", ["-U", "@\(first)", folder + "/multicat"])
        ffmpeg = BenchProgram(
            "ffmpeg",
            ["-nostdin", "-loglevel", "quiet", "-i", "rtp://\(second)?localaddr=127.0.0.1", "-c", "copy"]
                + ["-f", "hls", "-hls_time", "2", "-hls_list_size", "15", folder + "/hls/live.m3u8"])
        // They have joined before the load begins.
        sleep(1)
    }

    /// Ends them and adds how much of a core each took over `span` seconds; one that wrote nothing is left out.
    consuming func end(span: Double, into result: inout BenchResult) {
        var figures: [(String, Double)] = []
        if let multicat { figures.append(("multicat", multicat.end(by: SIGTERM))) }
        if let ffmpeg { figures.append(("hls", ffmpeg.end(by: SIGTERM))) }
        for (name, seconds) in figures {
            let written = Self.bytes(in: "\(folder)/\(name)")
            guard written > 0 else {
                Bench.say("\(name) recorded nothing, so there is nothing to compare with")
                continue
            }
            let label = name == "hls" ? "ffmpegHLS" : name
            result.add(label + "CoresPerThousandChannels", seconds * 1_000 / span, "")
            result.add(label + "Wrote", Double(written) / 1e6, "MB")
        }
        _ = Measure.program("rm", ["-rf", folder])
    }

    private static func bytes(in folder: String) -> Int {
        guard let list = opendir(folder) else { return 0 }
        defer { closedir(list) }
        var sum = 0
        while let entry = readdir(list) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var facts = stat()
            if name.first != ".", stat("\(folder)/\(name)", &facts) == 0 { sum += Int(facts.st_size) }
        }
        return sum
    }
}
