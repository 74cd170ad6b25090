/// A report as text for people: the answer first, then what supports it; no line is longer than 80 columns.
///
/// The same report and style give the same text.
public struct TextReport: Sendable {
    /// The longest line, in columns.
    public static let width = 80
    /// How many findings are shown; the JSON report has all.
    static let findingLimit = 24
    /// How many findings of one id are shown.
    static let findingLimitPerID = 6
    /// How many joins and leaves, and flows that are no channel, are shown.
    static let listLimit = 10

    let report: AnalysisReport
    let style: TextStyle

    /// The text of `report` in `style`.
    public init(_ report: AnalysisReport, style: TextStyle = .plain) {
        self.report = report
        self.style = style
    }

    /// The whole text, ending with a line feed.
    public var text: String {
        let sections = [
            headline, captureFacts, channelTable, protectionTable, pictureTable, messageTable,
            fileTable, joins, findings, passedOver,
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The verdict in a sentence, and where the loss probably happened.
    private var headline: String {
        let diagnosis = Diagnosis(of: report)
        let word = report.channels.isEmpty ? "NO CHANNEL" : report.verdict == .pass ? "PASS" : "FAIL"
        let paint: TextStyle.Paint = report.verdict == .pass ? .green : .red
        var text = style.paint(word, .bold, paint) + "  "
        text += TerminalText.wrapped(
            TerminalText.clean(diagnosis.sentence), width: Self.width, start: word.count + 2, indent: word.count + 2)
        text += "\n"
        if let place = diagnosis.place { text += fact("Likely", place) }
        return text
    }

    /// A line with a word at its left; longer texts go on below, aligned.
    func fact(_ word: String, _ text: String) -> String {
        let indent = 10
        let label = TerminalText.padded(word, to: indent)
        return style.paint(label, .bold)
            + TerminalText.wrapped(TerminalText.clean(text), width: Self.width, start: indent, indent: indent) + "\n"
    }

    /// The channel's name, fit for a terminal; the table shortens it.
    func title(of channel: ChannelReport) -> String { TerminalText.clean(channel.name) }
}
