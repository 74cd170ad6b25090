import Reports
import TestSupport
import Testing

@Suite("Repair of a recorded loss", .enabled(if: Corpus.isPresent))
struct RepairTests {
    private static let capture = "corpus/mut/siteB_gilbert_loss.pcap"

    private func media(filter: String? = nil) throws -> ChannelReport {
        let report = try Analysing.corpus(Self.capture, filter: filter)
        return try #require(report.channels.first { $0.port == 5004 })
    }

    /// The losses are those of the list beside the capture: 9 packets in runs of {1: 3, 3: 2}.
    @Test("rows and columns give all nine packets back")
    func whole() throws {
        let channel = try media()
        #expect(channel.rtp?.lost == 9)
        let runs = channel.loss?.runLengths.map { "\($0.length):\($0.holes)" }
        #expect(runs == ["1:3", "3:2"])
        #expect(channel.fec?.recovered == 9)
        #expect(channel.fec?.unrecovered == 0)
        #expect(channel.transport?.discontinuities == 0)
        #expect(channel.video?.droppedFrames == 0)
    }

    @Test("without the columns six packets stay missing")
    func rowsOnly() throws {
        let channel = try media(filter: "not udp dst port 5006")
        #expect(channel.rtp?.lost == 9)
        #expect(channel.fec?.recovered == 3)
        #expect(channel.fec?.unrecovered == 6)
    }

    @Test("without the rows nothing stays missing")
    func columnsOnly() throws {
        let channel = try media(filter: "not udp dst port 5008")
        #expect(channel.fec?.recovered == 9)
        #expect(channel.fec?.unrecovered == 0)
    }

    @Test("without any protection nine packets stay missing")
    func unprotected() throws {
        let channel = try media(filter: "udp dst port 5004")
        #expect(channel.fec?.scheme == FECReport.Scheme.none)
        #expect(channel.fec?.unrecovered == 9)
        #expect((channel.transport?.discontinuities ?? 0) > 0)
    }
}
