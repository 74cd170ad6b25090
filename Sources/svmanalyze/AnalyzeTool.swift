import Glibc
import Reports
import Terminal
import VenueRuntime
import VenueSettings

/// The program: options in, report out, an exit status.
struct AnalyzeTool {
    /// Exit statuses; 1, "the answer is no", belongs to limits.
    enum Status {
        static let written: Int32 = 0
        static let impossible: Int32 = 2
    }

    /// The arguments without the program's name.
    let arguments: [String]
    private let console = Console(tool: "svmanalyze")

    init(arguments: [String]) { self.arguments = arguments }

    /// Does the work and gives the exit status; errors are one line on standard error.
    func run() -> Int32 {
        do {
            return try analyze()
        } catch {
            console.say("\(error)")
            return Status.impossible
        }
    }

    private func analyze() throws -> Int32 {
        let parsed = try AnalyzeCommand.parser.parse(arguments)
        switch parsed.request {
        case .help: return try show(AnalyzeCommand.parser.helpText)
        case .version: return try show(AnalyzeCommand.parser.versionText)
        case nil: break
        }
        let command = try AnalyzeCommand(parsed)
        try OutputFile.check(command.output, isNot: command.capture)
        let configuration = try ConfigurationFile.read(command.configuration, console: console)
        var line = ProgressLine(isShown: Console.isTerminal(STDERR_FILENO))
        let report: AnalysisReport
        do {
            defer { line.clear() }
            report = try CaptureAnalysis(options: command.options(configuration)).run { line.show($0) }
        }
        try OutputFile.write(text(of: report, command), to: command.output)
        guard report.channels.isEmpty else { return Status.written }
        // The text report on standard output begins with this sentence.
        if command.format == .text, command.output == nil { return Status.impossible }
        console.say("\(command.capture): \(Diagnosis(of: report).sentence)")
        return Status.impossible
    }

    private func show(_ text: String) throws -> Int32 {
        try OutputFile.write(text, to: nil)
        return Status.written
    }

    private func text(of report: AnalysisReport, _ command: AnalyzeCommand) -> String {
        guard command.format == .text else { return report.jsonText }
        let isTerminal = command.output == nil && Console.isTerminal(STDOUT_FILENO)
        let style = TextStyle.style(forTerminal: isTerminal, environment: Console.environment(["NO_COLOR", "TERM"]))
        return TextReport(report, style: style).text
    }
}
