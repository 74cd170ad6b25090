import HTTPServing
import NetworkFormats
import PacketIO
import Testing
import VenueRuntime
import VenueSettings

@testable import svmreplayd

@Suite("Command line of svmreplayd")
struct ReplayCommandTests {
    private func command(_ arguments: String...) throws -> ReplayCommand {
        try ReplayCommand(ReplayCommand.parser.parse(arguments))
    }

    @Test("listens on loopback and follows announcements unless told otherwise")
    func hasDefaults() throws {
        let command = try command()
        #expect(command.listen.text == "127.0.0.1:8080")
        #expect(command.isLoopback)
        let network = command.network(command.merged(VenueConfiguration()))
        #expect(network.interface == nil)
        #expect(network.announcements == Endpoint(IPAddress(v4: 0xefff_2a01), 9875))
        #expect(network.followsSAP)
        #expect(network.joins.isEmpty)
    }

    @Test("puts what it is told over the configuration file")
    func merges() throws {
        let command = try command(
            "--listen", "[::]:80", "--interface=eth7", "--announce", "239.1.1.1:4000", "--no-sap", "--history-seconds",
            "90", "--channel", "udp://239.2.2.2:5000?name=Pitch", "--memory-limit", "64")
        #expect(!command.isLoopback)
        #expect(command.memoryLimitMiB == 64)
        var file = VenueConfiguration()
        file.join = ["rtp://239.3.3.3:5004"]
        file.wifi.interface = "wlan0"
        let merged = command.merged(file)
        #expect(merged.historySeconds == 90)
        #expect(merged.join == ["rtp://239.3.3.3:5004", "udp://239.2.2.2:5000?name=Pitch"])
        let network = command.network(merged)
        #expect(network.interface == "eth7")
        #expect(network.announcements == Endpoint(IPAddress(v4: 0xef01_0101), 4000))
        #expect(!network.followsSAP)
        #expect(network.joins.map(\.endpoint.port) == [5004, 5000])
    }

    @Test("the demo stays on loopback")
    func demoStaysHome() throws {
        let command = try command("--demo", "--interface", "eth0")
        #expect(command.network(VenueConfiguration()).interface == "lo")
    }

    @Test("records with a limit")
    func records() throws {
        let command = try command("--record", "a.pcapng", "--record-limit", "500M,60")
        #expect(command.recording?.path == "a.pcapng")
        #expect(command.recording?.limit == RecordLimit(parsing: "500M,60"))
    }

    @Test("saves clips within a quota, in a folder that stays")
    func savesClips() throws {
        let command = try command("--data-dir", "d", "--clip-quota", "100", "--clip-floor", "0")
        #expect(command.dataFolder == "d" && command.clipQuotaMiB == 100 && command.clipFloorMiB == 0)
    }

    @Test(
        "refuses what cannot be meant",
        arguments: [
            ["--listen", "nowhere"], ["--announce", "10.0.0.1:5"], ["--announce", "239.1.1.1"],
            ["--channel", "239.1.1.1:5"],
            ["--history-seconds", "0"], ["--memory-limit", "1"], ["--rerun", "a", "--demo"], ["--pace", "fast"],
            ["--rerun", "a", "--record", "b"], ["--record-limit", "1M"], ["--record", "a", "--record-limit", "1"],
            ["--clip-quota", "5"], ["--clip-floor", "5"], ["--data-dir", "d", "--clip-quota", "0"],
            ["--data-dir", "d", "--clip-floor", "-1"], ["--tls-cert", "a"], ["--tls-key", "a"],
            ["--pace", "slow", "--rerun", "a"], ["capture.pcap"], ["--colour"],
        ])
    func refuses(_ arguments: [String]) {
        #expect(throws: OptionError.self) { try ReplayCommand(ReplayCommand.parser.parse(arguments)) }
    }
}
