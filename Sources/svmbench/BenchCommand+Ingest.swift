import Glibc
import VenueSettings

extension BenchCommand {
    /// Runs a benchmark that has a network of its own, or one of their hidden halves; nil when `name` is none of them.
    static func ingest(_ name: String, _ parsed: ParsedOptions) throws -> Bool? {
        var bench = IngestBench()
        bench.channels = try parsed.integer(of: "channels", in: 1...250) ?? bench.channels
        bench.seconds = try parsed.integer(of: "seconds", in: 1...3_600) ?? bench.seconds
        switch name {
        case IngestBench.name: return enter(bench.arguments(IngestBench.inside), parsed)
        case IngestBench.load: return LoadSender(channels: bench.channels, seconds: bench.seconds).run()
        case IngestBench.inside:
            guard IngestBench.prepareNetwork(), let result = bench.run() else { return false }
            return report(result, parsed)
        default: return try streamer(name, parsed)
        }
    }

    private static func streamer(_ name: String, _ parsed: ParsedOptions) throws -> Bool? {
        var bench = StreamerBench()
        bench.channels = try parsed.integer(of: "channels", in: 1...250) ?? bench.channels
        bench.seconds = try parsed.integer(of: "seconds", in: 1...3_600) ?? bench.seconds
        switch name {
        case StreamerBench.name: return enter(bench.arguments, parsed)
        case StreamerBench.inside:
            guard IngestBench.prepareNetwork(), let result = bench.run() else { return false }
            return report(result, parsed)
        default: return nil
        }
    }

    /// Starts this program again in a network of its own.
    static func enter(_ command: [String], _ parsed: ParsedOptions) -> Bool {
        var arguments = (geteuid() == 0 ? [] : ["-r"]) + ["-n", Bench.folder + "/svmbench"]
        if parsed.has("json") { arguments.append("--json") }
        if let limits = parsed.value(of: "limits") { arguments += ["--limits", limits] }
        guard let status = Measure.foreground("unshare", arguments + command) else {
            Bench.say("cannot start unshare, which gives the benchmark a network of its own: install util-linux")
            return false
        }
        return status == 0
    }
}
