import Bytes
import Evidence
import NetworkFormats
import Protection
import TestSupport
import Testing
import Timing
import VenueWire

@Suite("Hostile traffic")
struct HostileTrafficTests {
    /// Any numbers, any repair headers, any jumps of time: nothing stops the program, sums agree, memory is bounded.
    @Test("never breaks the sums or the bounds", arguments: 0..<6 as Range<UInt64>)
    func anything(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var flow = MediaFlow()
        var store = DatagramStore()
        var output = WindowOutput()
        var time: Int64 = seed % 3 == 0 ? .max - 3_000_000_000 : seed % 3 == 1 ? .min : 0
        var number = UInt16.random(in: 0...65535, using: &random)
        var wildness = 0
        for step in 0..<2000 {
            if step % 500 == 0 { wildness = Int.random(in: 0...40, using: &random) }
            time =
                StreamTime(nanoseconds: time).nanoseconds.addingReportingOverflow(
                    Int64.random(in: 0...2_000_000, using: &random)
                ).partialValue
            if time < -1 && seed % 3 == 0 { time = .max }
            let moment = Moment(time: StreamTime(nanoseconds: time), ordinal: UInt64(step))
            let isWild = Int.random(in: 0..<100, using: &random) < wildness
            number =
                isWild
                ? UInt16.random(in: 0...65535, using: &random) : number &+ UInt16.random(in: 0...2, using: &random)
            let header = DatagramHeader(
                time: moment.time, ordinal: moment.ordinal, source: Endpoint(.unspecified, 1),
                destination: Endpoint(.unspecified, 2), wireLength: 40,
                storedLength: UInt32.random(in: 0...40, using: &random))
            let id = store.append(header, length: Int(header.storedLength), .received) { room in
                if room.byteCount > 1 { room.setByte(UInt8.random(in: 0...255, using: &random), at: 0) }
            }
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<8:
                flow.source(
                    SourcePacket(
                        sequenceNumber: SequenceNumber(number),
                        timestamp: UInt32.random(in: 0...UInt32.max, using: &random),
                        ssrc: 1, payload: 0..<Int(header.storedLength), id: id, moment: moment,
                        isTruncated: header.isTruncated), in: &store, into: &output)
            case 8..<11:
                var parity = ParityHeader(
                    sequenceNumber: SequenceNumber(0), timestamp: 0,
                    snBase: SequenceNumber(isWild ? UInt16.random(in: 0...65535, using: &random) : number &- 20),
                    isRow: Bool.random(using: &random), offset: isWild ? Int.random(in: 0...255, using: &random) : 4,
                    count: isWild ? Int.random(in: 0...255, using: &random) : 5)
                parity.lengthRecovery = UInt16.random(in: 0...65535, using: &random)
                flow.repair(
                    RepairPacket(
                        header: parity, payload: 28..<Int.random(in: 28...60, using: &random), id: id, moment: moment,
                        isTruncated: header.isTruncated), in: &store, into: &output)
            default:
                flow.tick(at: moment, in: &store, into: &output)
                if Int.random(in: 0..<200, using: &random) == 0 { flow.restart(at: moment, in: &store, into: &output) }
            }
            store.retire(before: flow.oldestNeeded)
            #expect(store.count <= 9000)
            output.clear()
        }
        flow.finish(at: Moment(time: StreamTime(nanoseconds: time), ordinal: 5000), in: &store, into: &output)
        let counters = flow.counters
        #expect(flow.fec.recovered + flow.fec.unrecovered == counters.lost + counters.late)
        #expect(flow.loss.packets == counters.lost)
        #expect(counters.lost >= 0)
    }
}
