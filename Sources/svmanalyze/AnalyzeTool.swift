import Bytes
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

    /// Bytes of a clip that are written at a time.
    private static let pieceLength = 1 << 20

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
        if let clip = command.clip { return try cut(clip, command.options(configuration)) }
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

    /// Cuts one clip and tells what it is.
    private func cut(_ clip: ClipCommand, _ options: AnalysisOptions) throws -> Int32 {
        var line = ProgressLine(isShown: Console.isTerminal(STDERR_FILENO))
        let cut: CutClip
        do {
            defer { line.clear() }
            cut = try clip.clip(in: options).cut { line.show($0) }
        }
        try OutputFile.write(to: clip.output) { write throws(FileFailure) in
            var piece: [UInt8] = []
            for slice in cut.body.slices {
                let slab = slice.slab
                piece.append(copying: slab.bytes(in: slice.range))
                guard piece.count >= Self.pieceLength else { continue }
                try write(piece)
                piece.removeAll(keepingCapacity: true)
            }
            try write(piece)
        }
        try OutputFile.write(clip.text(of: cut.facts), to: nil)
        return Status.written
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
