import VenueRuntime
import VenueSettings

/// What the command line of svmanalyze asks for.
struct AnalyzeCommand: Equatable {
    /// How the report is written.
    enum Format: String, CaseIterable {
        case text
        case json
    }

    var capture: String
    var format = Format.text
    /// Where the report is written; nil for standard output.
    var output: String?
    var configuration: String?
    var filter: String?
    var channels: [String] = []
    var windowMs: Int?
    var extraction: Extraction?
    var clip: ClipCommand?
    var verifiesChecksums = false

    static let parser = OptionParser(
        tool: "svmanalyze", version: Release.version, synopsis: "[options] CAPTURE",
        summary: "Tells what a venue's multicast capture holds, what was lost and what FEC repaired. "
            + "CAPTURE is pcap or pcapng, plain or gzip; - is standard input.",
        options: [
            ToolOption("format", choices: Format.allCases.map(\.rawValue), help: "how the report is written; text"),
            ToolOption(
                "output", letter: "o", value: "FILE", help: "write the report to FILE, whole or not at all"),
            ToolOption("filter", value: "EXPR", help: "only frames that pass this capture filter (libpcap syntax)"),
            ToolOption(
                "channel", value: "NAME|GROUP:PORT", help: "only this channel; may be given more than once"),
            ToolOption("window-ms", value: "N", help: "window length of channels without FEC, in milliseconds; 500"),
            ToolOption(
                "extract", value: "DIR", help: "write transport streams, messages and files of the channels into DIR"),
            ToolOption(
                "as", choices: Extraction.Form.allCases.map(\.rawValue),
                help: "with --extract or --clip: after FEC or as it arrived; repaired"),
            ToolOption(
                "clip", value: "CHANNEL",
                help:
                    "cut one clip and write it to -o OUT.mp4, to the picture, or -o OUT.ts, from a random access point"),
            ToolOption("from", value: "S", help: "with --clip: it begins S seconds after the capture does"),
            ToolOption("duration", value: "S", help: "with --clip: it lasts S seconds"),
            ToolOption("config", value: "FILE", help: "settings as JSON: license, streamers, windows and more"),
            ToolOption(flag: "verify-checksums", help: "skip datagrams whose checksum is wrong"),
        ],
        notes: "Exit status: 0 the report is written, whatever it says; 2 wrong usage, an unreadable capture, "
            + "or no channel in it.")

    /// Reads what `parsed` says; the parser has refused what it does not know.
    init(_ parsed: ParsedOptions) throws(OptionError) {
        guard let capture = parsed.operands.first else { throw .operandMissing("CAPTURE") }
        if parsed.operands.count > 1 { throw .operandUnwanted(parsed.operands[1]) }
        guard !capture.isEmpty else { throw .badForm(option: "CAPTURE", got: "", wanted: "a file or -") }
        self.capture = capture
        format = parsed.value(of: "format").flatMap(Format.init) ?? .text
        output = parsed.value(of: "output").flatMap { $0 == "-" ? nil : $0 }
        configuration = parsed.value(of: "config")
        filter = parsed.value(of: "filter")
        channels = parsed.values(of: "channel")
        windowMs = try parsed.integer(of: "window-ms", in: VenueConfiguration.slotRangeMs)
        verifiesChecksums = parsed.has("verify-checksums")
        let form = parsed.value(of: "as").flatMap(Extraction.Form.init)
        clip = try ClipCommand(parsed)
        if let directory = parsed.value(of: "extract") {
            extraction = Extraction(directory: directory, form: form ?? .repaired)
        } else if form != nil, clip == nil {
            throw .operandMissing("--extract DIR or --clip CHANNEL, which --as goes with,")
        }
    }

    /// The options of the analysis under `configuration`.
    func options(_ configuration: VenueConfiguration) -> AnalysisOptions {
        var configuration = configuration
        if let windowMs { configuration.windows.slotMs = windowMs }
        return AnalysisOptions(
            capturePath: capture, filter: filter, channels: channels, configuration: configuration,
            verifiesChecksums: verifiesChecksums, extraction: extraction)
    }
}
