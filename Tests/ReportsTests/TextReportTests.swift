import NetworkFormats
import Reports
import TestSupport
import Testing
import Timing

/// An environment and whether it gets colour.
struct ColourCase: Sendable, CustomTestStringConvertible {
    var isTerminal: Bool
    var environment: [String: String]
    var isColoured: Bool

    var testDescription: String { "\(isTerminal ? "terminal" : "pipe") \(environment)" }
}

@Suite("Text report")
struct TextReportTests {
    @Test("a venue's report reads as reviewed")
    func venue() {
        #expect(TextReport(SampleReports.venue).text == TextGolden.venue)
    }

    @Test("a capture without a channel says in one sentence what was there")
    func noChannel() {
        var report = AnalysisReport(
            capture: CaptureReport(
                file: "office.pcap", format: "pcap", linkTypes: ["EN10MB"], frames: 812, bytes: 90_210,
                firstTime: SampleReports.start, lastTime: SampleReports.start + StreamDuration(seconds: 61),
                contents: [CountedReason("tcp", 700), CountedReason("udp", 100), CountedReason("arp", 12)],
                otherFlows: [
                    OtherFlow(
                        source: SampleReports.address("10.0.0.5"),
                        destination: Endpoint(SampleReports.address("10.0.0.1"), 53), datagrams: 90)
                ]))
        report.judge()
        #expect(report.verdict == .fail)
        #expect(TextReport(report).text == TextGolden.noChannel)
    }

    @Test("no line is longer than 80 columns, whatever the numbers and names, and nothing moves the cursor")
    func width() {
        var generator = SeededGenerator(seed: 80)
        for _ in 0..<40 {
            let report = SampleReports.random(using: &generator)
            let text = TextReport(report).text
            let long = text.split(separator: "\n").filter { Self.columns($0) > TextReport.width }
            #expect(long.isEmpty)
            let isPlain = text.unicodeScalars.allSatisfy {
                $0 == "\n" || ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
            }
            #expect(isPlain)
            #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
            let coloured = TextReport(report, style: TextStyle(isColoured: true)).text
            #expect(coloured.replacing(#/\u{1b}\[[0-9;]*m/#, with: "") == text)
        }
    }

    /// Columns as Unicode Standard Annex 11 counts them, for the few scripts the samples use.
    private static func columns(_ line: Substring) -> Int {
        line.unicodeScalars.reduce(0) { columns, scalar in
            switch scalar.value {
            case 0x301: columns
            case 0x3041...0x30ff, 0x4e00...0x9fff, 0x1f300...0x1faff: columns + 2
            default: columns + 1
            }
        }
    }

    static let colours = [
        ColourCase(isTerminal: true, environment: [:], isColoured: true),
        ColourCase(isTerminal: true, environment: ["TERM": "xterm"], isColoured: true),
        ColourCase(isTerminal: true, environment: ["NO_COLOR": ""], isColoured: true),
        ColourCase(isTerminal: true, environment: ["NO_COLOR": "1"], isColoured: false),
        ColourCase(isTerminal: true, environment: ["TERM": "dumb"], isColoured: false),
        ColourCase(isTerminal: false, environment: [:], isColoured: false),
    ]

    @Test("colour is for terminals whose owner did not refuse it (no-color.org)", arguments: colours)
    func colour(_ example: ColourCase) {
        let style = TextStyle.style(forTerminal: example.isTerminal, environment: example.environment)
        #expect(style.isColoured == example.isColoured)
    }
}
