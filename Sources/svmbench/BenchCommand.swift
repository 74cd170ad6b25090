import Glibc
import VenueSettings
import VenueSimulator

/// The command line: benchmarks by name, or the maker of captures.
enum BenchCommand {
    private static let parser = OptionParser(
        tool: "svmbench", version: Release.version,
        synopsis:
            "[options] [analyze | clip | decode | fec | ingest | mux | serve | streamer | windows]... | clip-load | faults | "
            + "make-capture FILE",
        summary: "Measures the product beside its peers in the same run, or makes captures to measure with.",
        options: [
            ToolOption(flag: "json", help: "print the figures as JSON"),
            ToolOption("limits", value: "FILE", help: "fail when a figure misses the limits in FILE (JSON)"),
            ToolOption("megabytes", value: "N", help: "size of the capture, 500 if not given"),
            ToolOption(
                "channels", value: "N",
                help: "channels: 8 in the capture, 64 of ingest and streamer, 32 of clip-load if not given"),
            ToolOption(
                "seconds", value: "N",
                help:
                    "how long ingest receives and streamer sends, 20 if not given, faults takes, 45, and clip-load reads, 300"
            ),
            ToolOption("rate", value: "N", help: "clips a second of clip-load, 50 if not given"),
            ToolOption("seed", value: "N", help: "the capture's losses and pictures, 1 if not given"),
            ToolOption(flag: "fec", help: "protect every second channel of the capture with SMPTE 2022-1"),
            ToolOption(flag: "pcapng", help: "write pcapng instead of pcap"),
            ToolOption("sample", value: "NAME", help: "make-capture: write a capture of Samples/ instead"),
        ])

    /// Does what `arguments` ask for; the exit status.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            let parsed = try parser.parse(arguments)
            switch parsed.request {
            case .help: Bench.put(parser.helpText, to: STDOUT_FILENO)
            case .version: Bench.put(parser.versionText, to: STDOUT_FILENO)
            case nil: return try faults(parsed) ?? clips(parsed) ?? (try run(parsed) ? 0 : 2)
            }
            return 0
        } catch {
            Bench.say("\(error)")
            return 2
        }
    }

    private static func run(_ parsed: ParsedOptions) throws -> Bool {
        var maker = CaptureMaker()
        maker.megabytes = try parsed.integer(of: "megabytes", in: 1...100_000) ?? maker.megabytes
        maker.channels = try parsed.integer(of: "channels", in: 1...256) ?? maker.channels
        maker.seed = UInt64(try parsed.integer(of: "seed", in: 0...Int(Int32.max)) ?? 1)
        maker.isProtected = parsed.has("fec")
        if parsed.has("pcapng") { maker.format = .pcapng }
        var names = parsed.operands
        if names.first == "make-capture" {
            guard names.count == 2 else {
                Bench.say("make-capture wants one FILE to write")
                return false
            }
            guard let sample = parsed.value(of: "sample") else { return maker.write(to: names[1]) != nil }
            return CaptureMaker.write(sample: sample, to: names[1])
        }
        if names.isEmpty {
            names = [
                "analyze", ClipBench.name, DecodeBench.name, MuxBench.name, FecBench.name, WindowsBench.name,
                IngestBench.name, StreamerBench.name, "serve",
            ]
        }
        // Every benchmark is run, also when one before it misses a limit.
        var isGood = true
        for name in names {
            switch name {
            case "analyze": isGood = analyze(maker, parsed) && isGood
            case ClipBench.name: isGood = (ClipBench().run().map { report($0, parsed) } ?? false) && isGood
            case DecodeBench.name: isGood = (DecodeBench().run().map { report($0, parsed) } ?? false) && isGood
            case MuxBench.name: isGood = (MuxBench().run().map { report($0, parsed) } ?? false) && isGood
            case FecBench.name: isGood = (FecBench().run().map { report($0, parsed) } ?? false) && isGood
            case WindowsBench.name: isGood = (WindowsBench().run().map { report($0, parsed) } ?? false) && isGood
            case "serve": isGood = (ServeBench().run().map { report($0, parsed) } ?? false) && isGood
            default:
                guard let isDone = try ingest(name, parsed) else {
                    Bench.say(
                        "there is no benchmark \(name); there are: analyze, clip, clip-load, decode, faults, fec, ingest, mux, "
                            + "serve, streamer, windows"
                    )
                    return false
                }
                isGood = isDone && isGood
            }
        }
        return isGood
    }

    private static func analyze(_ maker: CaptureMaker, _ parsed: ParsedOptions) -> Bool {
        let path = "/tmp/svmbench-\(getpid()).pcap"
        defer { unlink(path) }
        // Made by another process, so that this one stays small.
        let made = Measure.program(Bench.folder + "/svmbench", maker.arguments(for: path), keepsErrors: true)
        var facts = stat()
        guard made?.status == 0, stat(path, &facts) == 0,
            let result = AnalyzeBench(path: path, bytes: Int(facts.st_size)).run()
        else { return false }
        return report(result, parsed)
    }

    /// Prints the figures, and says which of them miss their limits: then it is false.
    static func report(_ result: BenchResult, _ parsed: ParsedOptions) -> Bool {
        let file = parsed.value(of: "limits")
        let limits = file.flatMap(BenchLimits.read)
        guard file == nil || limits != nil else { return false }
        Bench.put(parsed.has("json") ? result.json + "\n" : result.text, to: STDOUT_FILENO)
        let misses = limits?.misses(of: result) ?? []
        for miss in misses { Bench.say(miss) }
        return misses.isEmpty
    }
}
