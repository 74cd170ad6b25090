import NetworkFormats
import Reports
import TestSupport
import Testing
import Timing

@Suite("JSON report")
struct JSONReportTests {
    @Test("a report is written byte for byte as the schema says")
    func document() {
        #expect(SampleReports.single.jsonText == ReportSchema.document)
    }

    @Test("keys stand in the order of the published example, and none of them is missing")
    func keyOrder() throws {
        let example = try #require(KeyOrder(of: ReportSchema.example)).keys
        let written = try #require(KeyOrder(of: SampleReports.single.jsonText)).keys
        for (path, keys) in example where !ReportSchema.isLater(path) {
            let later = ReportSchema.later[path] ?? []
            let wanted = keys.filter { !later.contains($0) }
            #expect((written[path] ?? []).filter(keys.contains) == wanted, "at \(path)")
            #expect(later.isDisjoint(with: written[path] ?? []))
        }
    }

    @Test("a section that does not apply is absent")
    func absentSections() throws {
        let keys = try #require(KeyOrder(of: SampleReports.audio.only.jsonText)).keys
        #expect(
            keys["channels[]"] == [
                "id", "name", "kind", "origin", "licensed", "group", "port", "source", "carriage", "rtp", "loss", "fec",
                "windows",
                "link", "bitrateKbps",
            ])
        let plain = try #require(KeyOrder(of: SampleReports.plain.only.jsonText)).keys
        #expect(
            plain["channels[]"] == [
                "id", "name", "kind", "origin", "licensed", "group", "port", "source", "carriage", "fec", "windows",
                "link", "ts",
                "video", "bitrateKbps",
            ])
        #expect(plain["channels[].fec"] == ["scheme", "received", "recovered", "unrecovered", "corrupt", "overhead"])
    }

    @Test("a truncated channel says so, and Reed–Solomon carries k, r and points")
    func otherSections() throws {
        var channel = SampleReports.audio
        channel.isTruncated = true
        channel.fec = FECReport(scheme: .reedSolomon(k: 64, r: 16, points: "rizzo"))
        let text = channel.only.jsonText
        #expect(text.contains(#""carriage":"rtp-es","truncated":true,"rtp":"#))
        #expect(text.contains(#""fec":{"scheme":"rs8","k":64,"r":16,"points":"rizzo","received":0,"#))
        channel.fec = FECReport(scheme: .carrier(k: 20, r: 4, points: "cauchy"))
        #expect(channel.only.jsonText.contains(#""fec":{"scheme":"rs-carrier","k":20,"r":4,"points":"cauchy","#))
    }

    @Test("what came to nothing is null")
    func nulls() {
        var report = AnalysisReport(capture: CaptureReport(file: "x", format: "pcap"))
        report.igmp = [
            MembershipEntry(
                time: SampleReports.start, frame: 1, host: .unspecified, group: .unspecified, event: .join),
            MembershipEntry(
                time: SampleReports.start, frame: 2, host: .unspecified, group: .unspecified, event: .leave),
        ]
        let text = report.jsonText
        #expect(text.contains(#""firstTime":null,"lastTime":null"#))
        #expect(text.contains(#""event":"join","firstPacketMs":null,"frame":1}"#))
        #expect(text.contains(#""event":"leave","frame":2}"#))
        #expect(text.contains(#""channels":[],"#))
    }

    @Test("findings beyond ten thousand of one id are counted only")
    func boundedFindings() throws {
        var report = SampleReports.single
        report.findings = FindingList(
            (0..<10_003).map { Finding(id: "x", severity: .info, frame: UInt64($0), text: "") }
                + [Finding(id: "y", severity: .info, text: "")])
        #expect(report.findings.kept.count == 10_001)
        #expect(report.findings.count(of: "x") == 10_003)
        #expect(report.jsonText.contains("],\n \"findingsOmitted\":{\"x\":3},\n \"verdict\":"))
    }

    @Test("random reports are always JSON, and the same report gives the same bytes")
    func randomReports() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<20 {
            let report = SampleReports.random(using: &generator)
            let text = report.jsonText
            #expect(KeyOrder(of: text) != nil)
            #expect(report.jsonText == text)
        }
    }
}
