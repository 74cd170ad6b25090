import NetworkFormats
import Testing
import Timing
import VenueSettings

@testable import svmstreamer

@Suite("svmstreamer's command line")
struct StreamCommandTests {
    private func command(_ arguments: String...) throws -> StreamCommand {
        try StreamCommand(StreamCommand.parser.parse(arguments))
    }

    @Test("sends on the loopback interface, with a time to live of 0, unless told otherwise")
    func defaults() throws {
        let command = try command("--venue", "venue.json")
        #expect(command.work == .venue("venue.json"))
        #expect(command.interface == "lo")
        #expect(command.timeToLive == 0)
        #expect(command.output == nil)
        #expect(command.seconds == nil)
        #expect(command.impairment.isEmpty)
        let loud = try self.command("--venue", "a", "--interface", "eth1", "--ttl", "3")
        #expect(loud.interface == "eth1")
        #expect(loud.timeToLive == 3)
    }

    @Test("puts what it says of the network over what the venue file says")
    func impairs() throws {
        let text = """
            {"impairment":{"loss":0.1,"burst":9,"jitterMs":3},
             "channels":[{"kind":"video","ts":"a.ts"},{"kind":"video","ts":"a.ts","impairment":{"loss":0.5}}]}
            """
        let file = try VenueFile(parsing: Array(text.utf8))
        let command = try command("--venue", "a", "--loss", "3%", "--duplicate", "0.01", "--seed", "9")
        let merged = command.merged(file)
        #expect(merged.seed == 9)
        #expect(merged.channels.map(\.impairment.loss) == [0.03, 0.03])
        #expect(merged.channels.map(\.impairment.burst) == [1, 1])
        #expect(merged.channels.map(\.impairment.jitterMs) == [3, 3])
        #expect(merged.channels.map(\.impairment.duplicate) == [0.01, 0.01])
        let bursts = try self.command(
            "--venue", "a", "--loss", "0.2", "--burst", "5", "--reorder", "0", "--jitter-ms", "7")
        #expect(bursts.merged(file).impairment.burst == 5)
        #expect(bursts.merged(file).impairment.jitterMs == 7)
        #expect(try self.command("--venue", "a").merged(file) == file)
    }

    @Test("maps places of a capture to others")
    func maps() throws {
        let command = try command(
            "--capture", "a.pcap", "--map", "239.1.1.1:5000=239.2.2.2:6000", "--map", "[ff3e::1]:5=[ff3e::2]:6")
        #expect(command.work == .capture("a.pcap"))
        #expect(command.map[try #require(Endpoint("239.1.1.1:5000"))] == Endpoint("239.2.2.2:6000"))
        #expect(command.map[try #require(Endpoint("[ff3e::1]:5"))] == Endpoint("[ff3e::2]:6"))
    }

    /// Seconds since 1970 as `date -u -d … +%s` gives them.
    @Test(
        "reads an instant in UTC",
        arguments: [
            ("2026-01-01T00:00:00Z", 1_767_225_600_000_000_000), ("2024-02-29T23:59:59.25Z", 1_709_251_199_250_000_000),
            ("1970-01-01t00:00:00z", 0), ("2000-12-31 12:30:01.000000001Z", 978_265_801_000_000_001),
        ])
    func readsInstants(_ text: String, _ nanoseconds: Int64) throws {
        #expect(try command("--venue", "a", "--start", text).start?.nanoseconds == nanoseconds)
    }

    @Test(
        "refuses what makes no sense",
        arguments: [
            [], ["--venue"], ["a.json"], ["--venue", "a", "--capture", "b"], ["--venue", "a", "b"],
            ["--venue", "a", "--loss", "3"], ["--venue", "a", "--loss", "95%"], ["--venue", "a", "--burst", "3"],
            ["--venue", "a", "--loss", "0.1", "--burst", "0"], ["--venue", "a", "--seconds", "0"],
            ["--venue", "a", "--ttl", "256"], ["--venue", "a", "--start", "yesterday"],
            ["--venue", "a", "--start", "2026-02-29T00:00:00Z"], ["--venue", "a", "--map", "239.1.1.1:1=239.1.1.2:1"],
            ["--venue", "a", "--interface", "eth0", "--loop"], ["--venue", "a", "--jitter-ms", "x"],
            ["--capture", "a", "--map", "239.1.1.1=239.1.1.2"], ["--capture", "a", "--loss", "0.1"],
            ["--capture", "a", "--write", "b.pcapng"], ["--capture", "a", "--start", "2026-01-01T00:00:00Z"],
            ["--venue", "a", "--unknown"],
        ])
    func refuses(_ arguments: [String]) {
        #expect(throws: OptionError.self) { try StreamCommand(StreamCommand.parser.parse(arguments)) }
    }

    @Test("has a help that names every option")
    func helps() {
        let text = StreamCommand.parser.helpText
        for option in StreamCommand.parser.options { #expect(text.contains("--\(option.name)")) }
    }
}
