import Glibc
import PacketIO

/// Many cameras received from the loopback interface into histories, on one thread, beside multicat and FFmpeg in the same run.
///
/// All of it happens in a network of its own, so that no group of it can leave this host.
struct IngestBench {
    static let name = "ingest"
    /// The hidden commands: the benchmark inside its network, and its load.
    static let inside = "ingest-inside"
    static let load = "ingest-load"
    /// How long datagrams may still come when the load has ended, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    var channels = 64
    var seconds = 20

    /// The arguments with which this program does the same under another command.
    func arguments(_ command: String) -> [String] {
        ["--channels", "\(channels)", "--seconds", "\(seconds)", command]
    }

    /// Makes the network around this program ready; false with a sentence on standard error when that is impossible.
    static func prepareNetwork() -> Bool {
        for words in ["link set lo up", "route add 224.0.0.0/4 dev lo"] {
            guard Measure.program("ip", words.split(separator: " ").map(String.init))?.status == 0 else {
                Bench.say("cannot run `ip \(words)`: is iproute2 installed, and is this the superuser?")
                return false
            }
        }
        return true
    }

    /// Measures; nil with a sentence on standard error when something is not as it should be.
    func run() -> BenchResult? {
        guard let load = BenchProgram(Bench.folder + "/svmbench", arguments(Self.load), isHeard: true) else {
            Bench.say("cannot start the load")
            return nil
        }
        guard let expected = load.line().flatMap(UInt64.init) else {
            _ = load.end(by: SIGTERM)
            Bench.say("the load ended before it began")
            return nil
        }
        let peers = IngestPeers()
        do throws(ReceiverFailure) {
            var intake = try Intake(channels: channels)
            load.poke()
            try intake.take(expected, for: Int64(seconds) * 1_000_000_000 + Self.patience)
            let lateness = load.line().flatMap(Double.init)
            _ = load.end()
            var result = BenchResult(name: Self.name)
            result.add("channels", Double(channels), "")
            result.add("expected", Double(expected), "datagrams")
            intake.add(to: &result, channels: channels, expected: expected)
            if let lateness { result.add("loadLateness", lateness, "ms") }
            peers.end(span: intake.span, into: &result)
            return result
        } catch {
            _ = load.end(by: SIGTERM)
            Bench.say("\(error)")
            return nil
        }
    }
}
