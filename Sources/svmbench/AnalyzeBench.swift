import CAllocations
import Glibc
import Reports
import VenueRuntime

/// The whole analysis of a big capture beside libpcap's read loop and tshark, in the same run.
struct AnalyzeBench {
    /// How often each is measured; the best counts, because other programs can only make it slower.
    private static let rounds = 5

    var path: String
    var bytes: Int

    /// Measures; nil with a sentence on standard error when something is not as it should be.
    func run() -> BenchResult? {
        // The programs first: a child's peak memory begins with that of its parent, which is small by now.
        let tool = best(of: 3) {
            Measure.program(Bench.folder + "/svmanalyze", ["--format", "json", path])
        }
        let decode = ["-d", "udp.port==5000,rtp", "-z", "rtp,streams"]
        let tshark = Measure.program("tshark", ["-n", "-q", "-r", path] + decode)
        var floor = Double.infinity
        var ours = Double.infinity
        var frames = 0
        var allocations: UInt64 = 0
        var channels = 0
        for _ in 0..<Self.rounds {
            floor = min(floor, Measure.seconds { frames = PcapFloor.read(path) ?? 0 })
            let before = callocations_count()
            ours = min(ours, Measure.seconds { channels = analyse()?.channels.count ?? 0 })
            allocations = callocations_count() - before
        }
        guard frames > 0, channels > 0 else {
            Bench.say("the benchmark capture \(path) cannot be analysed")
            return nil
        }
        var result = BenchResult(name: "analyze")
        result.add("capture", Double(bytes) / 1e6, "MB")
        result.add("frames", Double(frames), "")
        result.add("channels", Double(channels), "")
        result.add("libpcap", Double(bytes) / floor / 1e9, "GB/s")
        result.add("analyze", Double(bytes) / ours / 1e9, "GB/s")
        result.add("toLibpcap", floor / ours, "")
        result.add("allocations", Double(allocations), "")
        result.add("allocationsPerThousandFrames", Double(allocations) * 1000 / Double(frames), "")
        if let tool, tool.status == 0 {
            result.add("svmanalyze", tool.seconds, "s")
            result.add("svmanalyzeResident", tool.peakResidentMiB, "MiB")
        }
        if let tshark, tshark.status == 0 {
            result.add("tshark", tshark.seconds, "s")
            result.add("tsharkResident", tshark.peakResidentMiB, "MiB")
            result.add("timesTshark", tshark.seconds / ours, "")
        }
        return result
    }

    private func analyse() -> AnalysisReport? {
        try? CaptureAnalysis(options: AnalysisOptions(capturePath: path)).run { _ in }
    }

    /// The fastest of some runs of a program.
    private func best(of count: Int, _ run: () -> Measure.Run?) -> Measure.Run? {
        (0..<count).compactMap { _ in run() }.min { $0.seconds < $1.seconds }
    }
}
