import Evidence
import NetworkFormats
import TestSupport
import Testing
import Timing
import TransportStream

@Suite("Dropped pictures against the truth", .enabled(if: Corpus.isPresent))
struct LossTruthTests {
    /// The datagrams of the UDP/TS stream on port 5000.
    private static func datagrams(_ file: String) throws -> [PlainCapture.Datagram] {
        PlainCapture.datagrams(try Corpus.bytes("corpus/" + file)).filter { $0.port == 5_000 }
    }

    private static func facts(_ datagrams: [PlainCapture.Datagram], without lost: Set<Int> = []) -> TransportFacts {
        var analyzer = TransportAnalyzer()
        var output = TransportOutput()
        var missing = 0
        var moment = Moment(time: StreamTime(nanoseconds: 0), ordinal: 0)
        for (index, datagram) in datagrams.enumerated() {
            moment = Moment(time: StreamTime(nanoseconds: datagram.nanoseconds), ordinal: UInt64(datagram.frame))
            guard !lost.contains(index) else {
                missing += 1
                continue
            }
            if missing > 0 { analyzer.skipped(missing, at: moment) }
            missing = 0
            let id = MediaID(serial: UInt64(index))
            analyzer.ingest(datagram.payload.span.bytes, from: id, moment: moment, into: &output)
        }
        analyzer.finish(at: moment, into: &output)
        return analyzer.facts
    }

    @Test("sees ten of 150 pictures hit in the second place's capture")
    func secondPlace() throws {
        let whole = try #require(Self.facts(try Self.datagrams("peer/siteA.pcap")).video)
        #expect(whole.frames == 150)
        #expect(whole.droppedFrames == 0)
        // A Python script matched the datagrams of both captures: 26 are missing in the second one; packets of ten
        // pictures are in them, five of which with their first packet.
        let cut = try #require(Self.facts(try Self.datagrams("mut/siteB_gilbert_loss.pcap")).video)
        #expect(cut.frames == 145)
        #expect(cut.droppedFrames == 10)
        #expect(cut.size == PictureSize(width: 640, height: 360))
        #expect(cut.medianInterval == StreamDuration(seconds: 1))
    }

    @Test("counts the pictures of which a packet is missing, whatever is missing", arguments: 0..<6)
    func truth(seed: Int) throws {
        let datagrams = try Self.datagrams("peer/siteA.pcap")
        var random = SeededGenerator(seed: UInt64(seed))
        var lost: Set<Int> = []
        var index = 40  // The first pictures teach the duration; nothing tells of what is missing at the end.
        while index < datagrams.count - 30 {
            if Int.random(in: 0..<40, using: &random) == 0 {
                for more in 0..<Int.random(in: 1...5, using: &random) { lost.insert(index + more) }
                index += 8
            }
            index += 1
        }
        // Which pictures are hit is read off the packets themselves: PID 256, a picture from one unit start to the next.
        var picture = -1
        var hit: Set<Int> = []
        for (index, datagram) in datagrams.enumerated() {
            for start in stride(from: 0, to: datagram.payload.count, by: 188) {
                let packet = datagram.payload[start..<(start + 188)]
                guard packet[start + 1] & 0x1F == 1, packet[start + 2] == 0, packet[start + 3] & 0x10 != 0 else {
                    continue
                }
                if packet[start + 1] & 0x40 != 0 { picture += 1 }
                if lost.contains(index) { hit.insert(picture) }
            }
        }
        let video = try #require(Self.facts(datagrams, without: lost).video)
        // Two pictures fill their last packet to the end: nothing shows that they were whole when the next one is missing.
        #expect((hit.count...(hit.count + 2)).contains(video.droppedFrames))
    }
}
