import NetworkFormats
import Reports
import Testing
import Timing

/// A change to a clean channel and the findings it must give.
struct RuleCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var findings: [String]
    var verdict: Verdict
    var change: @Sendable (inout AnalysisReport) -> Void

    init(
        _ name: String, _ findings: [String], _ verdict: Verdict = .pass,
        _ change: @escaping @Sendable (inout AnalysisReport) -> Void
    ) {
        testDescription = name
        self.findings = findings
        self.verdict = verdict
        self.change = change
    }
}

@Suite("Findings and verdict")
struct FindingTests {
    /// One channel with nothing to say about.
    static var clean: AnalysisReport {
        var channel = SampleReports.sideline
        channel.rtp = RTPReport(ssrc: 1, expected: 100, received: 100, lost: 0)
        channel.loss = LossReport()
        channel.fec?.recovered = 0
        channel.windows = WindowsReport(noLoss: 4)
        channel.link = LinkReport(last: 10, min: 10, mean: 10)
        return channel.only
    }

    static let rules = [
        RuleCase("nothing", []) { _ in },
        RuleCase("drops", ["capture.drops"]) { $0.capture.captureDrops = 2 },
        RuleCase("truncated frames", ["capture.truncated"]) { $0.capture.truncatedFrames = 1 },
        RuleCase("checksums", ["capture.checksums"]) { $0.capture.checksumMismatches = 1 },
        RuleCase("a cut file", ["capture.cut"]) { $0.capture.cutAfterFrame = 9 },
        RuleCase("clock steps", ["capture.clockStep", "capture.clockStep"]) {
            $0.capture.clockSteps = [
                ClockStep(frame: 2, time: SampleReports.start, step: StreamDuration(seconds: -5)),
                ClockStep(frame: 9, time: SampleReports.start, step: StreamDuration(seconds: 4000)),
            ]
        },
        RuleCase("a silent session", ["sap.silent"]) {
            $0.sap.silent = [.init(name: "A", endpoint: Endpoint(.unspecified, 1))]
        },
        RuleCase("announcements without a license of ours", ["license.unset"]) {
            $0.announcements.isLicenseUnset = true
        },
        RuleCase(
            "every class of announcements",
            [
                "announcement.invalidJSON", "announcement.license", "announcement.malformed",
                "announcement.notAllowed", "announcement.version",
            ]
        ) {
            $0.announcements.malformed = .init(1, detail: "\"channel.port\" is missing or cannot be meant")
            $0.announcements.invalidJSON = .init(1)
            $0.announcements.versionMismatch = .init(1)
            $0.announcements.notAllowed = .init(1)
            $0.announcements.licenseMismatch = .init(1)
        },
        RuleCase("silent announcements", ["announcement.flow", "announcement.listener"]) {
            $0.announcements.listenerRestarts = 1
            $0.announcements.flowRestarts = 2
        },
        RuleCase(
            "channels that came to nothing",
            ["announcement.beyondLimit", "announcement.crowd", "announcement.pruned", "announcement.silent"]
        ) {
            $0.announcements.beyondLimit = 3
            $0.announcements.crowded = [CountedReason("video", 5)]
            $0.announcements.silent = [.init(name: "A", endpoint: Endpoint(.unspecified, 1))]
            $0.announcements.pruned = [
                .init(
                    name: "B", channel: nil, reason: "its Streamer withdrew it", isWithdrawn: true,
                    moment: Occurrence(time: SampleReports.start, frame: 3))
            ]
        },
        RuleCase("repaired loss", ["rtp.loss"]) {
            $0.channels[0].rtp?.lost = 1
            $0.channels[0].fec?.recovered = 1
        },
        RuleCase("unrepaired loss", ["fec.unrecovered", "rtp.loss", "windows.failed"], .fail) {
            $0.channels[0].rtp?.lost = 1
            $0.channels[0].fec?.unrecovered = 1
            $0.channels[0].windows = WindowsReport(noLoss: 3, recoveryFailures: 1)
        },
        RuleCase("the rest of RTP", ["rtp.duplicates", "rtp.late", "rtp.reordered", "rtp.reset"]) {
            $0.channels[0].rtp?.duplicates = 1
            $0.channels[0].rtp?.late = 1
            $0.channels[0].rtp?.reordered = 1
            $0.channels[0].rtp?.sequenceResets = 1
        },
        RuleCase("repairs that do not fit", ["fec.corrupt", "fec.unaligned"]) {
            $0.channels[0].fec?.corrupt = 1
            $0.channels[0].fec?.scheme = .matrix(columns: 5, rows: 5, mode: .columns, isAligned: false)
        },
        RuleCase("windows out of bounds", ["windows.error", "windows.long"]) {
            $0.channels[0].windows?.warnings = 2
            $0.channels[0].windows?.errors = 1
        },
        RuleCase("windows out of bounds only", ["windows.error"]) {
            $0.channels[0].windows?.warnings = 1
            $0.channels[0].windows?.errors = 1
        },
        RuleCase("a link of 6", []) { $0.channels[0].link?.mean = 6 },
        // After a flow has ended its indicator is 0: without a failed window that says nothing of the link.
        RuleCase("a link below 6 without a failure", []) { $0.channels[0].link?.mean = 5.99 },
        RuleCase("a link below 6", ["link.low", "windows.failed"], .fail) {
            $0.channels[0].link?.mean = 5.99
            $0.channels[0].windows = WindowsReport(noLoss: 3, recoveryFailures: 1)
        },
        RuleCase("a flow that was away", ["flow.interrupted"], .fail) {
            $0.channels[0].interruptions = 1
            $0.channels[0].longestInterruption = 12
        },
        RuleCase("a flow that ended inside a window", ["windows.tail"]) {
            $0.channels[0].windows = WindowsReport(noLoss: 3, recoveryFailures: 1, tails: 1)
        },
        RuleCase("breaks", ["ts.continuity"], .fail) { $0.channels[0].transport?.discontinuities = 1 },
        RuleCase("scrambled packets", ["ts.scrambled"]) { $0.channels[0].transport?.pids[1].scrambled = 3 },
        RuleCase("a slow clock", ["pcr.drift", "pcr.interval"]) {
            $0.channels[0].transport?.clocks = [ClockReport(pid: 256, maxIntervalMs: 100.1, driftPpm: -30.1)]
        },
        RuleCase("a clock just within bounds", []) {
            $0.channels[0].transport?.clocks = [
                ClockReport(pid: 256, maxIntervalMs: 100, driftPpm: 30),
                ClockReport(pid: 257, maxIntervalMs: 100, driftPpm: 300, isDriftClear: false),
            ]
        },
        RuleCase("no channel", ["capture.noChannel"], .fail) { $0.channels = [] },
    ]

    @Test("each rule speaks when it must, and only findings of whole loss fail", arguments: rules)
    func rule(_ example: RuleCase) {
        var report = Self.clean
        example.change(&report)
        report.judge()
        #expect(report.findings.kept.map(\.id) == example.findings)
        #expect(report.verdict == example.verdict)
        #expect(report.findings.kept.allSatisfy { !$0.text.contains("\n") && $0.text.hasSuffix(".") })
    }

    @Test("a finding names the channel, the first frame, the value and its limit")
    func lossFinding() {
        let finding = SampleReports.venue.findings.kept.first { $0.id == "rtp.loss" }
        #expect(
            finding
                == Finding(
                    id: "rtp.loss", severity: .warning, channel: "9f2c41d07be3",
                    time: SampleReports.start + StreamDuration(milliseconds: 812), frame: 812, value: 9,
                    unit: "packets", limit: 0,
                    text: "9 of 636 packets never arrived in 5 holes, the longest of 3 packets."))
    }

    @Test("findings are sorted by channel, id, time and frame, whatever the order they came in")
    func sorting() {
        let events = [
            Finding(id: "b", severity: .info, channel: "01ab23cd45ef", time: SampleReports.start, frame: 2, text: "1"),
            Finding(id: "b", severity: .info, channel: "01ab23cd45ef", time: SampleReports.start, frame: 1, text: "2"),
            Finding(id: "a", severity: .info, channel: "9f2c41d07be3", text: "3"),
            Finding(id: "z", severity: .info, text: "4"), Finding(id: "a", severity: .info, channel: "gone", text: "5"),
        ]
        var report = AnalysisReport(
            capture: CaptureReport(file: "x", format: "pcap"), channels: [SampleReports.plain, SampleReports.audio])
        report.channels[0].id = "9f2c41d07be3"
        report.channels[1].id = "01ab23cd45ef"
        report.channels[0].transport?.clocks = []
        report.judge(events: events)
        #expect(report.findings.kept.map(\.text) == ["4", "3", "2", "1", "5"])
        let once = report.findings
        report.judge(events: events.reversed())
        #expect(report.findings == once)
    }

    @Test("the likely place follows from what is broken and what is not")
    func places() {
        var report = SampleReports.venue
        #expect(Diagnosis(of: report).place == "the network between the sender and this capture point.")
        report.channels = [SampleReports.wide, SampleReports.audio, SampleReports.audio]
        #expect(Diagnosis(of: report).place?.hasPrefix("that channel's own way") == true)
        report.channels = [SampleReports.wide, SampleReports.wide]
        #expect(Diagnosis(of: report).place?.hasPrefix("what all channels share") == true)
        report.capture.format = "pcap"
        #expect(Diagnosis(of: report).place?.contains("a pcap file does not say") == true)
        report.capture.captureDrops = 1
        #expect(Diagnosis(of: report).place?.hasPrefix("the capturing machine") == true)
        report = Self.clean
        #expect(Diagnosis(of: report).place == nil)
        report.channels[0].transport?.discontinuities = 1
        #expect(Diagnosis(of: report).place?.hasPrefix("the headend") == true)
        report.channels[0].rtp = nil
        #expect(Diagnosis(of: report).place?.hasPrefix("anywhere") == true)
    }
}
