import Glibc
import HTTPServing

/// Segments and playlists from one server thread beside nginx with one worker, asked by wrk in turn in the same run.
struct ServeBench {
    /// How often each is measured; the best counts, because other programs can only make it slower.
    private static let rounds = 3
    private static let seconds = 3
    private static let connections = [8, 32]

    /// What is served, both of them warm: about two seconds at 6 Mb/s, and a list of some twenty segments.
    private static let files = [
        "segment.ts": [UInt8](repeating: 0x47, count: 1_400_000),
        "live.m3u8": [UInt8](repeating: UInt8(ascii: "#"), count: 1_350),
    ]

    private struct Routes: RequestHandler {
        let segment = SharedContent(
            files["segment.ts"] ?? [], type: "video/mp2t", entityTag: "\"1\"", cacheControl: "max-age=3600, immutable")
        let list = SharedContent(files["live.m3u8"] ?? [], type: "application/vnd.apple.mpegurl", entityTag: "\"1\"")

        func answer(_ request: Request) -> Answer {
            switch request.path.first {
            case "segment.ts": .now(Response(segment))
            case "live.m3u8": .now(Response(list))
            default: .now(.error(404, "there is nothing else here"))
            }
        }
    }

    /// The best of some rounds of one server.
    private struct Figure {
        var requestsPerSecond = 0.0
        var secondsPerGigabyte = 0.0
    }

    /// Measures; nil with a sentence on standard error when something is not as it should be.
    func run() -> BenchResult? {
        var options = ServerOptions(address: ListenAddress(host: "127.0.0.1", port: 0))
        options.serverThreads = 1
        let server: HTTPServer
        do { server = try HTTPServer(options: options, handler: Routes()) } catch {
            Bench.say("\(error)")
            return nil
        }
        defer { server.stop(grace: .zero) }
        guard let nginx = NginxPeer(Self.files) else { return nil }
        var result = BenchResult(name: "serve")
        for (label, file) in [("segments", "segment.ts"), ("playlists", "live.m3u8")] {
            let bytes = Double(Self.files[file]?.count ?? 0)
            for connections in Self.connections {
                var ours = Figure()
                var theirs = Figure()
                for _ in 0..<Self.rounds {
                    guard measure(server.port, file, bytes, connections, { Self.ownSeconds }, &ours),
                        measure(nginx.port, file, bytes, connections, { nginx.processorSeconds }, &theirs)
                    else { return nil }
                }
                result.add("\(label)\(connections)", ours.requestsPerSecond, "1/s")
                result.add("\(label)\(connections)Nginx", theirs.requestsPerSecond, "1/s")
                result.add("\(label)\(connections)ToNginx", ours.requestsPerSecond / theirs.requestsPerSecond, "")
                result.add("\(label)\(connections)Processor", ours.secondsPerGigabyte, "s/GB")
                result.add("\(label)\(connections)ProcessorNginx", theirs.secondsPerGigabyte, "s/GB")
            }
        }
        return result
    }

    /// One run of wrk; keeps its figures when they are the best so far.
    private func measure(
        _ port: UInt16, _ file: String, _ bytes: Double, _ connections: Int, _ processorSeconds: () -> Double,
        _ best: inout Figure
    ) -> Bool {
        let before = processorSeconds()
        let arguments = ["-t1", "-c\(connections)", "-d\(Self.seconds)s", "http://127.0.0.1:\(port)/\(file)"]
        guard let report = ChildProgram.output(of: "wrk", arguments) else {
            Bench.say("wrk cannot be started: install wrk")
            return false
        }
        let took = processorSeconds() - before
        let words = report.split { $0 == " " || $0 == "\n" }
        func word(after name: Substring) -> Double? {
            words.firstIndex(of: name).flatMap { $0 + 1 < words.count ? Double(words[$0 + 1]) : nil }
        }
        // "  4242 requests in 3.00s, 5.53GB read"
        let count = words.firstIndex(of: "requests").flatMap { $0 > 0 ? Double(words[$0 - 1]) : nil }
        guard let rate = word(after: "Requests/sec:"), let count, count > 0, !report.contains("Non-2xx") else {
            Bench.say("wrk got no answers from port \(port): \(report)")
            return false
        }
        if rate > best.requestsPerSecond {
            best = Figure(requestsPerSecond: rate, secondsPerGigabyte: took / (count * bytes / 1e9))
        }
        return true
    }

    /// Processor time of this process so far.
    private static var ownSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
