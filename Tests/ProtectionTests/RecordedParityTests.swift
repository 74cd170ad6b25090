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

    private func feed(_ datagrams: ArraySlice<CaptureReader.Datagram>, port: Int, dropping: Int?) throws -> FlowRig {
        var rig = FlowRig()
        for datagram in datagrams {
            if datagram.port != port {
                try rig.repair(datagram.payload, at: datagram.milliseconds)
            } else if number(datagram) != dropping {
                try rig.media(datagram.payload, at: datagram.milliseconds)
            }
        }
        rig.finish(at: datagrams.last?.milliseconds ?? 0)
        return rig
    }

    /// The truth is the capture itself: the dropped packet's bytes as the sender made them.
    ///
    /// With L = 8 and D = 4 the last repair packet of a window follows it by less than 32 packets, so a stretch of a
    /// window before and two behind the dropped packet is enough.
    @Test("gives back any one protected packet, byte for byte and in its place", arguments: vectors)
    func anySingleLoss(_ vector: Vector) throws {
        let all = try CaptureReader.datagrams(vector.name, ports: [vector.port, vector.port + 2, vector.port + 4])
        var protected: Set<Int> = []
        for datagram in all where datagram.port != vector.port {
            let header = try ParityHeader(parsing: datagram.payload.lent)
            for place in 0..<header.count { protected.insert(Int(header.member(place).rawValue)) }
        }
        var swept = 0
        for (index, datagram) in all.enumerated() where datagram.port == vector.port {
            let dropped = number(datagram)
            guard protected.contains(dropped) else { continue }
            let stretch = all[max(0, index - 50)..<min(all.count, index + 90)]
            let rig = try feed(stretch, port: vector.port, dropping: dropped)
            swept += 1
            // The very first and the very last packet of the capture are missed by nobody, and are given back as well.
            #expect(rig.flow.fec.recovered == rig.flow.counters.lost && rig.flow.fec.unrecovered == 0)
            // A stretch that begins within a window may also give back packets from before it.
            let rebuilt = rig.released.first {
                $0.kind == .recovered && UInt16(truncatingIfNeeded: $0.number) == dropped
            }
            let isSame = rebuilt.flatMap { rig.bytes($0.packet) } == datagram.payload
            #expect(isSame, "number \(dropped)")
            let isOrdered = rig.released.map(\.number) == rig.released.map(\.number).sorted()
            #expect(isOrdered)
        }
        #expect(swept == protected.count)
    }
}
