import Bytes
import Evidence
import Foundation
import NetworkFormats
import TestSupport
import Testing
import Timing
import TransportStream

@Suite("Hostile transport streams")
struct HostileStreamTests {
    private static func packets(of name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/")
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    @Test("takes every prefix of a datagram")
    func prefixes() throws {
        let bytes = Array(try Self.packets(of: "open-gop-hevc.ts").prefix(7 * 188))
        for count in 0...bytes.count {
            let (_, facts) = TransportAnalyzer.reading(Array(bytes.prefix(count)))
            #expect(facts.packets == count / 188)
            #expect(facts.strayBytes == count % 188)
        }
    }

    @Test("finds the packets again after bytes that are none", arguments: [1, 100, 187, 188, 189, 500])
    func resynchronizes(junk: Int) throws {
        let bytes = try Self.packets(of: "open-gop-h264.ts")
        let dirty =
            Array(bytes.prefix(20 * 188)) + Array(repeating: 0x11, count: junk) + Array(bytes.dropFirst(20 * 188))
        let (_, facts) = TransportAnalyzer.reading(dirty)
        #expect(facts.packets == bytes.count / 188)
        #expect(facts.discontinuities == 0)
        #expect(facts.syncLosses == (junk == 188 ? 0 : 1))
    }

    @Test("reads packets of 204 bytes")
    func parity() throws {
        let bytes = try Self.packets(of: "open-gop-h264.ts")
        var long: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 188) {
            long += bytes[start..<(start + 188)] + Array(repeating: 0x47, count: 16)
        }
        let (output, facts) = TransportAnalyzer.reading(long, options: TransportOptions(packetLength: 204))
        #expect(facts.video?.frames == 26)
        #expect(facts.discontinuities == 0)
        #expect(facts.syncByteErrors == 0)
        #expect(output.accessUnits.count == 26)
    }

    @Test(
        "survives mutated streams, in one piece and in datagrams", arguments: ["open-gop-h264.ts", "open-gop-hevc.ts"])
    func mutations(file: String) throws {
        let bytes = try Self.packets(of: file)
        var random = SeededGenerator(seed: 1_290)
        for round in 0..<60 {
            var dirty = bytes
            for _ in 0..<20 { dirty = Mutation.mutated(dirty, with: &random) }
            var analyzer = TransportAnalyzer(options: TransportOptions(collectsRanges: round % 2 == 0))
            var output = TransportOutput()
            var position = 0
            while position < dirty.count {
                let length = round % 3 == 0 ? dirty.count : min(1_316, dirty.count - position)
                let part = Array(dirty[position..<(position + length)])
                let time = Int64.random(in: .min ... .max, using: &random)
                let moment = Moment(time: StreamTime(nanoseconds: time), ordinal: UInt64(position))
                analyzer.ingest(
                    part.span.bytes, from: MediaID(serial: UInt64(position)), moment: moment, into: &output)
                if Int.random(in: 0..<9, using: &random) == 0 { analyzer.skipped(.max, at: moment) }
                if Int.random(in: 0..<19, using: &random) == 0 { analyzer.restart(at: moment) }
                position += length
            }
            analyzer.finish(at: Moment(time: StreamTime(nanoseconds: 0), ordinal: 0), into: &output)
            #expect(output.accessUnits.allSatisfy { $0.ranges.upperBound <= output.ranges.count })
            _ = analyzer.facts
        }
    }

    @Test("survives noise behind sync bytes on few PIDs")
    func noise() {
        var random = SeededGenerator(seed: 47)
        var analyzer = TransportAnalyzer(options: TransportOptions(collectsRanges: true))
        var output = TransportOutput()
        for round in 0..<3_000 {
            var packet = (0..<188).map { _ in UInt8.random(in: 0...255, using: &random) }
            packet[0] = 0x47
            packet[1] &= 0x40
            packet[2] &= 3
            let moment = Moment(time: StreamTime(nanoseconds: Int64(round)), ordinal: UInt64(round))
            analyzer.ingest(
                packet.span.bytes, from: MediaID(serial: UInt64(round)), moment: moment, into: &output)
        }
        #expect(analyzer.facts.packets == 3_000)
    }

    @Test("follows a bounded number of PIDs")
    func manyPIDs() {
        var sketch = StreamSketch()
        for pid in 0..<UInt16(2_000) {
            sketch.add { packetizer, writer in packetizer.write(pes: [0], pid: pid, to: &writer) }
        }
        let (_, facts) = sketch.told(perDatagram: 50)
        #expect(facts.packets == 2_000)
        #expect(facts.pids.count <= TransportAnalyzer.pidLimit)
        // PID 1FFF is always followed.
        #expect(facts.untrackedPackets == 2_000 - TransportAnalyzer.pidLimit + 1)
    }
}
