import TestSupport
import Testing
import VenueSimulator

@Suite("The 2022-1 encoder")
struct ParityEncoderTests {
    struct Recording: CustomTestStringConvertible, Sendable {
        var file: String
        var port: UInt16
        var timing: ParityLayout.Timing
        /// The first sequence numbers of the repair flows in the file, read with tshark.
        var firstNumbers: [UInt16]
        /// How many column and row packets tshark counts in the file.
        var repairs: [Int]

        var testDescription: String { file }
    }

    static let recordings = [
        Recording(
            file: "vectors/ffmpeg5.1_prompeg_l8d4.pcap", port: 5000, timing: .ffmpeg, firstNumbers: [0x0db1, 0x0249],
            repairs: [191, 99]),
        Recording(
            file: "vectors/gst1.22_st2022-1_l8d4_varlen.pcap", port: 6000, timing: .gstreamer, firstNumbers: [0, 0],
            repairs: [127, 67]),
    ]

    @Test(
        "sends byte for byte, and when, what other programs sent", .enabled(if: Corpus.isPresent), arguments: recordings
    )
    func matches(_ recording: Recording) throws {
        var encoder = ParityEncoder(
            ParityLayout(columns: 8, rows: 4, timing: recording.timing), firstColumnNumber: recording.firstNumbers[0],
            firstRowNumber: recording.firstNumbers[1])
        var made: [CapturedFlow.Datagram] = []
        let captured = try CapturedFlow.datagrams(recording.file).filter { $0.port % 2 == 0 }
        for datagram in captured where datagram.port == recording.port {
            var before: [ParityPacket] = []
            var behind: [ParityPacket] = []
            encoder.take(datagram.payload, before: &before, behind: &behind)
            let flow = { (parity: ParityPacket) in
                CapturedFlow.Datagram(port: recording.port + (parity.isRow ? 4 : 2), payload: parity.bytes)
            }
            made += before.map(flow) + [datagram] + behind.map(flow)
        }
        #expect(captured.count { $0.port == recording.port + 2 } == recording.repairs[0])
        #expect(captured.count { $0.port == recording.port + 4 } == recording.repairs[1])
        #expect(made.count == captured.count)
        var wrong: [Int] = []
        for index in 0..<min(made.count, captured.count)
        where made[index].port != captured[index].port || made[index].payload != captured[index].payload {
            wrong.append(index)
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(captured.count): \(wrong.prefix(5))")
    }
}
