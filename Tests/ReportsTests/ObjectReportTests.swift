import NetworkFormats
import Reports
import TestSupport
import Testing
import Timing

@Suite("Reports on data and file channels")
struct ObjectReportTests {
    private static let place = Occurrence(time: SampleReports.start, frame: 17)

    private static var scores: ChannelReport {
        ChannelReport(
            id: "111111111111", name: "scores", kind: .data, origin: .announced, licensed: true,
            group: SampleReports.address("239.10.10.3"), port: 5000, source: SampleReports.address("10.1.1.10"),
            carriage: .alc, objects: ObjectsReport(packets: 120, malformed: 2, firstMalformed: place),
            messages: MessagesReport(
                delivered: 40, duplicates: 79, incomplete: 1, outOfOrder: 3, corrupt: 0, firstIncomplete: place),
            bitrateKbps: 12.5)
    }

    private static var replays: ChannelReport {
        ChannelReport(
            id: "222222222222", name: "replays", kind: .file, group: SampleReports.address("239.10.10.4"), port: 5000,
            source: SampleReports.address("10.1.1.10"), carriage: .flute,
            objects: ObjectsReport(packets: 900, refused: 1, filesListed: 3, filesCompleted: 2, firstRefused: place),
            files: [
                FileReport(
                    uri: "goals/1.mp4", length: 70_000, md5: "900150983cd24fb0d6963f7d28e17f72", isComplete: true),
                FileReport(uri: "goals/1.mp4", length: 80_000, isComplete: true, version: 2),
                FileReport(uri: "team.json"),
            ], bitrateKbps: 900)
    }

    private static var report: AnalysisReport {
        var report = AnalysisReport(
            capture: CaptureReport(file: "x.pcap", format: "pcap", linkTypes: ["EN10MB"], frames: 1020, bytes: 900_000),
            channels: [scores, replays])
        report.judge()
        return report
    }

    // By hand, after interfaces 2: `messages` and `files` in the place of what only media has.
    @Test("have messages or files in the place of what only media has")
    func json() {
        let text = Self.report.jsonText
        let data = """
            "carriage":"alc","objects":{"packets":120,"malformed":2,"refused":0},\
            "messages":{"delivered":40,"duplicates":79,"incomplete":1,"outOfOrder":3,"corrupt":0},\
            "bitrateKbps":12.500}
            """
        let file = """
            "carriage":"flute","objects":{"packets":900,"malformed":0,"refused":1},"files":[\
            {"uri":"goals/1.mp4","length":70000,"md5":"900150983cd24fb0d6963f7d28e17f72","complete":true,"version":1},\
            {"uri":"goals/1.mp4","length":80000,"md5":null,"complete":true,"version":2},\
            {"uri":"team.json","length":null,"md5":null,"complete":false,"version":1}],"bitrateKbps":900.000}
            """
        #expect(text.contains(data))
        #expect(text.contains(file))
        for key in [#""rtp""#, #""windows""#, #""link""#, #""fec""#, #""ts""#] { #expect(!text.contains(key)) }
    }

    @Test("say what a venue engineer looks for, and where")
    func findings() {
        let report = Self.report
        #expect(
            report.findings.kept.map(\.id).sorted() == [
                "file.incomplete", "message.incomplete", "message.order", "object.malformed", "object.refused",
            ])
        #expect(report.findings.kept.first { $0.id == "message.incomplete" }?.frame == 17)
        #expect(report.findings.kept.first { $0.id == "file.incomplete" }?.text.contains("1 of 3 files") == true)
        // A capture begins and ends in the middle of something.
        #expect(report.verdict == .pass)
        #expect(Diagnosis(of: report).sentence.contains("1 message and 1 file did not come whole"))
    }

    @Test("tell of a channel without any table that can be read")
    func noTable() {
        var channel = Self.replays
        channel.objects = ObjectsReport(packets: 9)
        channel.files = []
        var report = Self.report
        report.channels = [channel]
        report.judge()
        #expect(report.findings.kept.map(\.id) == ["file.noTable"])
    }

    // The columns by hand, after the widths of the tables.
    @Test("have a row each in the text, and the files that are missing")
    func text() {
        let text = TextReport(Self.report).text
        #expect(
            text.contains(
                """
                Messages                          whole  repeated  cut off  behind  corrupt
                scores                               40        79        1       3        0
                """))
        #expect(
            text.contains(
                """
                Files                                      listed    whole  missing  refused
                replays                                         3        2        1        1
                  not whole: team.json
                """))
    }

    @Test("keep their width and their terminal whatever the names")
    func strangeNames() {
        for name in SampleReports.strangeTexts {
            var channel = Self.replays
            channel.files = [FileReport(uri: name), FileReport(uri: name + name)]
            var report = Self.report
            report.channels = [channel]
            report.judge()
            let text = TextReport(report).text
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
            #expect(text.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 90 })
        }
    }
}
