import Testing
import VenueSettings

/// A command line and what it means.
struct CommandLineCase: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var values: [String: [String]] = [:]
    var operands: [String] = []
    var request: ParsedOptions.Request?

    var testDescription: String { arguments.isEmpty ? "nothing" : arguments.joined(separator: " ") }
}

/// A command line and the line that refuses it.
struct RefusedCommandLine: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var message: String

    var testDescription: String { arguments.joined(separator: " ") }
}

@Suite("Options")
struct OptionParserTests {
    static let parser = OptionParser(
        tool: "svmtool", version: "1.2.3", synopsis: "[options] CAPTURE",
        summary: "Tells what a capture holds.",
        options: [
            ToolOption("format", choices: ["text", "json"], help: "how the report is written"),
            ToolOption("output", letter: "o", value: "FILE", help: "where it is written"),
            ToolOption("channel", value: "NAME|GROUP:PORT", help: "only this channel; may be given more than once"),
            ToolOption("window-ms", value: "N", help: "the length of a window"),
            ToolOption(flag: "verify-checksums", help: "skip datagrams with wrong checksums"),
        ],
        notes: "Exit status: 0 for a report, 2 for none.")

    static let accepted = [
        CommandLineCase(arguments: []),
        CommandLineCase(arguments: ["a.pcap"], operands: ["a.pcap"]),
        CommandLineCase(arguments: ["-"], operands: ["-"]),
        CommandLineCase(arguments: ["--format", "json", "a"], values: ["format": ["json"]], operands: ["a"]),
        CommandLineCase(arguments: ["--format=json", "a"], values: ["format": ["json"]], operands: ["a"]),
        CommandLineCase(arguments: ["a", "--format=json"], values: ["format": ["json"]], operands: ["a"]),
        CommandLineCase(arguments: ["-o", "x", "a"], values: ["output": ["x"]], operands: ["a"]),
        CommandLineCase(arguments: ["-ox", "a"], values: ["output": ["x"]], operands: ["a"]),
        CommandLineCase(arguments: ["-o", "-", "a"], values: ["output": ["-"]], operands: ["a"]),
        CommandLineCase(arguments: ["--output=a=b"], values: ["output": ["a=b"]]),
        CommandLineCase(arguments: ["--channel", "A", "--channel=B"], values: ["channel": ["A", "B"]]),
        CommandLineCase(arguments: ["--verify-checksums", "a"], values: ["verify-checksums": [""]], operands: ["a"]),
        CommandLineCase(arguments: ["--", "--format", "-x"], operands: ["--format", "-x"]),
        CommandLineCase(arguments: ["--help", "--nonsense"], values: ["help": [""]], request: .help),
        CommandLineCase(arguments: ["-h"], values: ["help": [""]], request: .help),
        CommandLineCase(arguments: ["--version"], values: ["version": [""]], request: .version),
    ]

    @Test("reads long and short options, values and operands in any order", arguments: accepted)
    func accepts(_ example: CommandLineCase) throws {
        let parsed = try Self.parser.parse(example.arguments)
        #expect(parsed.operands == example.operands)
        #expect(parsed.request == example.request)
        for option in Self.parser.options {
            #expect(parsed.values(of: option.name) == example.values[option.name] ?? [])
        }
    }

    static let refused = [
        RefusedCommandLine(
            arguments: ["--fromat=json"], message: #"unknown option "--fromat"; did you mean --format?"#),
        RefusedCommandLine(arguments: ["--chan=A"], message: #"unknown option "--chan"; did you mean --channel?"#),
        RefusedCommandLine(arguments: ["-format"], message: #"unknown option "-format"; did you mean --format?"#),
        RefusedCommandLine(arguments: ["--what-if"], message: #"unknown option "--what-if"; see --help"#),
        RefusedCommandLine(arguments: ["-q"], message: #"unknown option "-q"; see --help"#),
        RefusedCommandLine(arguments: ["--x\ny"], message: #"unknown option "--x?y"; see --help"#),
        RefusedCommandLine(arguments: ["--output"], message: "--output wants a value: --output FILE"),
        RefusedCommandLine(arguments: ["-o"], message: "-o wants a value: -o FILE"),
        RefusedCommandLine(arguments: ["--output="], message: "--output wants a value: --output FILE"),
        RefusedCommandLine(arguments: ["--help=yes"], message: "--help takes no value"),
        RefusedCommandLine(
            arguments: ["--format", "jsn"], message: #"--format is "jsn"; it wants text or json (did you mean json?)"#),
        RefusedCommandLine(arguments: ["--format", "xml"], message: #"--format is "xml"; it wants text or json"#),
    ]

    @Test("refuses what it does not know in one line that says the mend", arguments: refused)
    func refuses(_ example: RefusedCommandLine) {
        do {
            _ = try Self.parser.parse(example.arguments)
            Issue.record("accepted")
        } catch {
            #expect(error.description == example.message)
        }
    }

    @Test("the last value of an option counts, and numbers are checked")
    func numbers() throws {
        let parsed = try Self.parser.parse(["--window-ms=250", "--window-ms", "750"])
        #expect(try parsed.integer(of: "window-ms", in: 100...60_000) == 750)
        #expect(try parsed.integer(of: "absent", in: 1...2) == nil)
        for text in ["99", "60001", "x", "1e3", "9999999999999999999999"] {
            let parsed = try Self.parser.parse(["--window-ms", text])
            #expect(throws: OptionError.notANumber(option: "--window-ms", got: text, range: 100...60_000)) {
                _ = try parsed.integer(of: "window-ms", in: 100...60_000)
            }
        }
    }

    @Test("the help names every option and fits 80 columns")
    func help() {
        let help = Self.parser.helpText
        #expect(help.hasPrefix("Usage: svmtool [options] CAPTURE\n"))
        for option in Self.parser.options { #expect(help.contains("--\(option.name)")) }
        for line in help.split(separator: "\n") { #expect(line.count <= 80) }
        #expect(help.contains("  -o, --output FILE         where it is written\n"))
        #expect(help.contains("  -h, --help                show this help\n"))
        #expect(Self.parser.versionText == "svmtool 1.2.3\n")
    }
}
