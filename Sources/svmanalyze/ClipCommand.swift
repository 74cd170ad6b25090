import Clips
import Timing
import VenueRuntime
import VenueSettings

/// What the command line asks to be cut out of the capture.
struct ClipCommand: Equatable {
    /// The longest clip.
    private static let longest = StreamDuration(seconds: 86_400)

    /// The channel's name, id, or "group:port".
    var channel: String
    /// It begins so long after the capture.
    var from: StreamDuration
    var duration: StreamDuration
    var format: CaptureClip.Format
    /// Where it is written.
    var output: String
    /// After repair or as it arrived.
    var content: ClipContent

    /// Reads --clip and what goes with it; nil when it is not given.
    init?(_ parsed: ParsedOptions) throws(OptionError) {
        guard let channel = parsed.value(of: "clip") else {
            for name in ["from", "duration"] where parsed.value(of: name) != nil {
                throw .operandMissing("--clip CHANNEL, which --\(name) goes with,")
            }
            return nil
        }
        self.channel = channel
        guard let output = parsed.value(of: "output"), output != "-" else {
            throw .operandMissing("-o OUT.mp4 or -o OUT.ts, where the clip is written,")
        }
        self.output = output
        if output.lowercased().hasSuffix(".mp4") {
            format = .movie
        } else if output.lowercased().hasSuffix(".ts") {
            format = .transport
        } else {
            throw .badForm(option: "-o", got: output, wanted: "a name that ends in .mp4 or .ts")
        }
        from = try Self.length(parsed, "from") ?? .zero
        guard let duration = try Self.length(parsed, "duration") else {
            throw .operandMissing("--duration S, how long the clip lasts,")
        }
        guard duration > .zero else {
            throw .badForm(option: "--duration", got: "0", wanted: "a length greater than 0")
        }
        self.duration = duration
        content = parsed.value(of: "as").flatMap(ClipContent.init) ?? .repaired
    }

    private static func length(_ parsed: ParsedOptions, _ name: String) throws(OptionError) -> StreamDuration? {
        guard let text = parsed.value(of: name) else { return nil }
        guard let length = StreamDuration(text: text), length <= longest else {
            throw .badForm(option: "--" + name, got: text, wanted: "seconds such as 12.5, at most 86400")
        }
        return length
    }

    /// The clip in the capture of `options`.
    func clip(in options: AnalysisOptions) -> CaptureClip {
        CaptureClip(of: channel, in: options, from: from, duration: duration, format: format, content: content)
    }

    /// What `facts` say, one line each: the same that the server says in its headers.
    func text(of facts: ClipFacts) -> String {
        facts.headers.map { "\($0.name): \($0.value)\n" }.joined()
    }
}
