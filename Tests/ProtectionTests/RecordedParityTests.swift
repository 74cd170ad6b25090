import Bytes
import Protection
import TestSupport
import Testing
import Timing
import VenueWire

@Suite("Recorded SMPTE 2022-1", .enabled(if: Corpus.isPresent))
struct RecordedParityTests {
    struct Vector: CustomTestStringConvertible, Sendable {
        var name: String
        var port: Int
        /// Source packets that some repair packet of the capture protects, counted with tshark's 2dparityfec fields.
        var testDescription: String { name }
    }

    static let vectors = [
        Vector(name: "vectors/ffmpeg5.1_prompeg_l8d4.pcap", port: 5000),
        Vector(name: "vectors/gst1.22_st2022-1_l8d4_varlen.pcap", port: 6000),
    ]

    private func number(_ datagram: CaptureReader.Datagram) -> Int {
        Int(datagram.payload[2]) << 8 | Int(datagram.payload[3])
    }

    private func feed(
        _ datagrams: [CaptureReader.Datagram], port: Int, dropping: Set<Int>
    ) throws -> FlowRig {
        var rig = FlowRig()
        for datagram in datagrams {
            if datagram.port != port {
                try rig.repair(datagram.payload, at: datagram.milliseconds)
            } else if !dropping.contains(number(datagram)) {
                try rig.media(datagram.payload, at: datagram.milliseconds)
            }
        }
        rig.finish(at: datagrams.last?.milliseconds ?? 0)
        return rig
    }

    /// The truth is the capture itself: the dropped packet's bytes as the sender made them.
    ///
    /// Windows hold 32 packets, so packets 40 apart lie in windows of their own: one pass drops many of them, and forty
    /// passes drop every one. The very first and last packet are missed by nobody, and are given back as well.
    @Test("gives back any one protected packet, byte for byte and in its place", arguments: vectors)
    func anySingleLoss(_ vector: Vector) throws {
        let all = try CaptureReader.datagrams(vector.name, ports: [vector.port, vector.port + 2, vector.port + 4])
        var protected: Set<Int> = []
        for datagram in all where datagram.port != vector.port {
            let header = try ParityHeader(parsing: datagram.payload.lent)
            for place in 0..<header.count { protected.insert(Int(header.member(place).rawValue)) }
        }
        let media = all.filter { $0.port == vector.port && protected.contains(number($0)) }
        var swept = 0
        for offset in 0..<40 {
            let dropped = stride(from: offset, to: media.count, by: 40).map { media[$0] }
            let rig = try feed(all, port: vector.port, dropping: Set(dropped.map(number)))
            let rebuilt = rig.released.filter { $0.kind == .recovered }
            let isSame = rebuilt.map { rig.bytes($0.packet) } == dropped.map(\.payload)
            #expect(isSame, "from \(offset)")
            let isWhole = zip(rig.released, rig.released.dropFirst()).allSatisfy { $0.number + 1 == $1.number }
            #expect(isWhole, "from \(offset)")
            #expect(rig.flow.fec.recovered == rig.flow.counters.lost && rig.flow.fec.unrecovered == 0)
            swept += dropped.count
        }
        #expect(swept == protected.count)
    }

    /// Facts about the pair of captures, made by dropping 42 datagrams of FFmpeg's output by a Gilbert model: port 5004
    /// lost 9 packets in three stretches of one and two of three; rows alone leave 6 of them.
    @Test("finds the losses of a lossy site, and what columns and rows are worth", arguments: [true, false])
    func lossySite(hasColumns: Bool) throws {
        let all = try CaptureReader.datagrams("corpus/mut/siteB_gilbert_loss.pcap", ports: [5004, 5006, 5008])
        var rig = FlowRig()
        for datagram in all where datagram.port != 5006 || hasColumns {
            if datagram.port == 5004 {
                try rig.media(datagram.payload, at: datagram.milliseconds)
            } else {
                try rig.repair(datagram.payload, at: datagram.milliseconds)
            }
        }
        rig.finish(at: all.last?.milliseconds ?? 0)
        #expect(rig.flow.counters.received == 618 && rig.flow.counters.lost == 9)
        #expect(rig.flow.loss.runLengths == [1: 3, 3: 2])
        // tshark -z rtp,streams: "Max Jitter" of this stream.
        #expect(abs(rig.flow.counters.jitterMaxMs - 18.678) < 0.001)
        #expect(rig.flow.fec.recovered == (hasColumns ? 9 : 3))
        #expect(rig.flow.fec.unrecovered == (hasColumns ? 0 : 6))
        #expect(rig.flow.fec.columns == 5 && rig.flow.fec.rows == (hasColumns ? 5 : 1))
        #expect(rig.flow.fec.overhead == (hasColumns ? 0.4 : 0.2))
        let whole = try CaptureReader.datagrams("corpus/peer/siteA.pcap", ports: [5004])
        let given = rig.released.filter { $0.kind != .lost(1) && $0.kind != .lost(3) }.map { rig.bytes($0.packet) }
        let isWhole = given == whole.map(\.payload)
        #expect(isWhole == hasColumns)
    }
}
