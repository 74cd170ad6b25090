import Foundation
import Reports
import Testing
import VenueSimulator

@Suite("README")
struct ReadmeTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    private static let sample = top.appending(path: "Samples/lossy-venue.pcapng").path()

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: Self.top.appending(path: name)), as: UTF8.self)
    }

    @Test("shows the report that the program prints for the sample")
    func showsTheReport() throws {
        let parts = try text("README.md").components(separatedBy: "<!-- The report of ")
        let block = try #require(parts.last).components(separatedBy: "```text\n")
        let shown = try #require(block.dropFirst().first).components(separatedBy: "```\n")[0]
        #expect(TextReport(try Analysing.file(Self.sample), style: .plain).text == shown)
    }

    @Test("the samples are what the simulator makes", arguments: SampleVenue.all.map(\.name))
    func samplesAreMade(_ name: String) throws {
        let sample = try #require(SampleVenue.all.first { $0.name == name })
        let file = try Data(contentsOf: Self.top.appending(path: "Samples/\(name).pcapng"))
        #expect([UInt8](file) == sample.capture())
    }

    /// `tshark -d udp.port==5000,rtp -z rtp,streams` on the sample: by rising SSRC 629, 600 and 640 packets, 11, 40 and 0
    /// lost; `tshark -Y sap` shows the names.
    @Test("the sample's losses are those that tshark counts")
    func lossesAreRight() throws {
        let report = try Analysing.file(Self.sample)
        #expect(report.channels.map(\.name) == ["Sideline", "Goal line", "Bench", "Wide"])
        #expect(report.channels.map { $0.rtp?.lost } == [11, 40, nil, 0])
        #expect(report.channels.map { $0.rtp?.received } == [629, 600, nil, 640])
    }

    @Test("names every room and every make target")
    func namesEverything() throws {
        let readme = try text("README.md")
        let rooms = try FileManager.default.contentsOfDirectory(atPath: Self.top.appending(path: "Sources").path())
        for room in rooms {
            let isWrapper = room.hasPrefix("C") && room.dropFirst().first?.isUppercase == true
            if !isWrapper { #expect(readme.contains("`\(room)`"), "the table of rooms lacks \(room)") }
        }
        for line in try text("Makefile").split(separator: "\n") where line.contains(": ") && line.contains("## ") {
            let target = String(line.prefix { $0 != ":" })
            if !line.hasPrefix("\t") { #expect(readme.contains(target), "the README lacks make \(target)") }
        }
    }
}
