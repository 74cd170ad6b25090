import Clips
import Testing
import Timing
import VenueRuntime
import VenueSettings

@testable import svmanalyze

/// A command line and the line that refuses it.
struct RefusedCommand: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var message: String

    var testDescription: String { arguments.joined(separator: " ") }
}

@Suite("Command line of svmanalyze")
struct AnalyzeCommandTests {
    private func command(_ arguments: [String]) throws -> AnalyzeCommand {
        try AnalyzeCommand(AnalyzeCommand.parser.parse(arguments))
    }

    @Test("one operand is enough")
    func plain() throws {
        let command = try command(["a.pcap"])
        #expect(command.capture == "a.pcap")
        #expect(command.format == .text)
        #expect(command.output == nil)
        let options = command.options(VenueConfiguration())
        #expect(options.capturePath == "a.pcap")
        #expect(options.filter == nil)
        #expect(options.channels.isEmpty)
        #expect(options.configuration == VenueConfiguration())
        #expect(!options.verifiesChecksums)
        #expect(options.extraction == nil)
    }

    @Test("every option reaches the analysis")
    func everyOption() throws {
        let command = try command([
            "--format=json", "-o", "r.json", "--filter", "udp port 5004", "--channel", "Wide",
            "--channel=239.1.1.1:5004",
            "--window-ms", "250", "--extract=out", "--as", "received", "--config", "venue.json", "--verify-checksums",
            "-",
        ])
        #expect(command.capture == "-")
        #expect(command.format == .json)
        #expect(command.output == "r.json")
        #expect(command.configuration == "venue.json")
        let options = command.options(VenueConfiguration())
        #expect(options.filter == "udp port 5004")
        #expect(options.channels == ["Wide", "239.1.1.1:5004"])
        #expect(options.configuration.windows.slotMs == 250)
        #expect(options.extraction == Extraction(directory: "out", form: .received))
        #expect(options.verifiesChecksums)
    }

    @Test("a clip is asked for in seconds of the capture, and its name says what it is")
    func clip() throws {
        let clip = try #require(
            try command([
                "--clip", "Wide", "--from", "12.5", "--duration", "2", "--as", "received", "-o", "a.TS", "c.pcap",
            ]).clip)
        #expect(clip.channel == "Wide" && clip.output == "a.TS" && clip.format == .transport)
        #expect(clip.from == StreamDuration(milliseconds: 12_500) && clip.duration == StreamDuration(seconds: 2))
        #expect(clip.content == .received)
        let movie = try #require(try command(["--clip", "x", "--duration", "2", "-o", "a.mp4", "c.pcap"]).clip)
        #expect(movie.format == .movie && movie.from == .zero && movie.content == .repaired)
    }

    @Test("the window of the configuration stays when no option is given, and -o - is standard output")
    func defaults() throws {
        var configuration = VenueConfiguration()
        configuration.windows.slotMs = 750
        let command = try command(["-o", "-", "--extract", "out", "a.pcap"])
        #expect(command.output == nil)
        #expect(command.options(configuration).configuration.windows.slotMs == 750)
        #expect(command.extraction?.form == .repaired)
    }

    static let refused = [
        RefusedCommand(arguments: [], message: "CAPTURE is missing; see --help"),
        RefusedCommand(
            arguments: ["a", "b"], message: #""b" is one operand too many; quote values that contain blanks"#),
        RefusedCommand(arguments: [""], message: #"CAPTURE is ""; it wants a file or -"#),
        RefusedCommand(arguments: ["--what-if", "a"], message: #"unknown option "--what-if"; see --help"#),
        RefusedCommand(arguments: ["--compare", "a"], message: #"unknown option "--compare"; see --help"#),
        RefusedCommand(
            arguments: ["--as", "received", "a"],
            message: "--extract DIR or --clip CHANNEL, which --as goes with, is missing; see --help"),
        RefusedCommand(
            arguments: ["--clip", "x", "--duration", "1", "a"],
            message: "-o OUT.mp4 or -o OUT.ts, where the clip is written, is missing; see --help"),
        RefusedCommand(
            arguments: ["--clip", "x", "--duration", "1", "-o", "o.mkv", "a"],
            message: #"-o is "o.mkv"; it wants a name that ends in .mp4 or .ts"#),
        RefusedCommand(
            arguments: ["--clip", "x", "-o", "o.ts", "a"],
            message: "--duration S, how long the clip lasts, is missing; see --help"),
        RefusedCommand(
            arguments: ["--clip", "x", "-o", "o.ts", "--duration", "0", "a"],
            message: #"--duration is "0"; it wants a length greater than 0"#),
        RefusedCommand(
            arguments: ["--clip", "x", "-o", "o.ts", "--duration", "2", "--from", "-1", "a"],
            message: #"--from is "-1"; it wants seconds such as 12.5, at most 86400"#),
        RefusedCommand(
            arguments: ["--from", "1", "a"],
            message: "--clip CHANNEL, which --from goes with, is missing; see --help"),
        RefusedCommand(
            arguments: ["--as", "both", "--extract", "d", "a"],
            message: #"--as is "both"; it wants repaired or received"#),
        RefusedCommand(
            arguments: ["--window-ms", "99", "a"],
            message: #"--window-ms is "99"; it wants a whole number from 100 to 60000"#),
        RefusedCommand(arguments: ["--format", "html", "a"], message: #"--format is "html"; it wants text or json"#),
    ]

    @Test("what cannot be followed is refused in one line", arguments: refused)
    func refuses(_ example: RefusedCommand) {
        do {
            _ = try command(example.arguments)
            Issue.record("accepted")
        } catch {
            #expect("\(error)" == example.message)
        }
    }

    @Test("the help fits 80 columns and names every option")
    func help() {
        let help = AnalyzeCommand.parser.helpText
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
        for option in AnalyzeCommand.parser.options { #expect(help.contains("--\(option.name)")) }
    }

    @Test("progress is a share of a file and a count of a pipe")
    func progress() {
        #expect(
            ProgressLine.text(of: AnalysisProgress(bytesRead: 250_000_000, bytesTotal: 1_000_000_000, frames: 9))
                == "25 % of 1000 MB, 9 frames")
        #expect(
            ProgressLine.text(of: AnalysisProgress(bytesRead: 2_500_000, bytesTotal: nil, frames: 9))
                == "2 MB, 9 frames")
    }
}
