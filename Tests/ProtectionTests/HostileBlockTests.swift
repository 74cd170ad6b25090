import Bytes
import Evidence
import NetworkFormats
import Protection
import TestSupport
import Testing
import Timing
import VenueWire

@Suite("Hostile Reed-Solomon traffic")
struct HostileBlockTests {
    /// A sender of both codes' packets that now and then says anything at all.
    private struct Sender {
        var random: SeededGenerator
        var flow = MediaFlow()
        var store = DatagramStore()
        var output = WindowOutput()
        var time: Int64 = 0
        var number = 0
        var k = 4
        var wildness = 0
        let isCarrier: Bool
        private(set) var records: [WindowRecord] = []

        init(_ seed: UInt64) {
            random = SeededGenerator(seed: seed)
            isCarrier = seed % 3 == 2
            number = Int.random(in: 0...65535, using: &random)
        }

        private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

        private mutating func any<Value: FixedWidthInteger>() -> Value {
            Value.random(in: Value.min...Value.max, using: &random)
        }

        private mutating func keep(_ bytes: [UInt8], _ step: Int) -> (PacketID, Moment) {
            let moment = Moment(time: StreamTime(nanoseconds: time), ordinal: UInt64(step))
            let header = DatagramHeader(
                time: moment.time, ordinal: moment.ordinal, source: Endpoint(.unspecified, 1),
                destination: Endpoint(.unspecified, 2), wireLength: UInt32(bytes.count),
                storedLength: UInt32(bytes.count))
            return (store.append(header, bytes.lent, .received), moment)
        }

        mutating func step(_ step: Int) {
            if step % 400 == 0 {
                wildness = Int.random(in: 0...30, using: &random)
                k = [1, 2, 4, 20, 255].randomElement(using: &random) ?? 4
            }
            time += Int64.random(in: 0...(chance(1) ? 3_000_000_000 : 1_000_000), using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<8: source(step)
            case 8..<11: repair(step)
            default:
                let moment = Moment(time: StreamTime(nanoseconds: time), ordinal: UInt64(step))
                flow.tick(at: moment, in: &store, into: &output)
                if chance(2) { flow.restart(at: moment, in: &store, into: &output) }
                if chance(2) { flow.relieve(at: moment, in: &store, into: &output) }
                if chance(2) { flow.restartWindows(at: moment, in: &store, into: &output) }
            }
            store.retire(before: flow.oldestNeeded)
            records += output.closed
            output.clear()
        }

        private mutating func source(_ step: Int) {
            number += chance(wildness) ? Int.random(in: -40...900, using: &random) : chance(5) ? 2 : 1
            if chance(wildness / 8) { number = any() }
            var id = SourceBlockID(
                block: UInt32(truncatingIfNeeded: number / k), symbol: UInt8(truncatingIfNeeded: number % k),
                sourceCount: UInt16(k))
            if chance(wildness / 4) {
                id = SourceBlockID(block: id.block &+ any(), symbol: any(), sourceCount: id.sourceCount)
            }
            if chance(wildness / 8) { id = SourceBlockID(block: any(), symbol: any(), sourceCount: any()) }
            if chance(wildness / 8) { id = SourceBlockID(block: id.block, symbol: 0, sourceCount: 0) }
            let packet = FlowRig.packet(number)
            let (packetID, moment) = keep(packet + [0, 0, 0, 0, 0, 0], step)
            flow.source(
                SourcePacket(
                    sequenceNumber: SequenceNumber(UInt16(truncatingIfNeeded: number)), timestamp: any(), ssrc: 7,
                    payload: 12..<packet.count, id: packetID, moment: moment, isTruncated: chance(wildness / 10),
                    block: isCarrier || chance(2) ? nil : id),
                in: &store, into: &output)
        }

        private mutating func repair(_ step: Int) {
            let place: BlockRepairPacket.Place
            if isCarrier {
                let first = chance(wildness) ? any() : UInt16(truncatingIfNeeded: number / k * k - k)
                let rtp = RTPHeader(
                    sequenceNumber: SequenceNumber(0), timestamp: 0, synchronizationSource: 0, payloadType: 127)
                place = .carrier(
                    CarrierRepairHeader(
                        rtp: rtp, first: SequenceNumber(first),
                        sourceCount: chance(wildness / 4) ? Int.random(in: 1...1024, using: &random) : k,
                        repairCount: 5,
                        index: Int.random(in: 0..<5, using: &random), packetLength: 20))
            } else {
                var id = SourceBlockID(
                    block: UInt32(truncatingIfNeeded: number / k - 1),
                    symbol: UInt8(min(255, k + Int.random(in: 0..<5, using: &random))),
                    sourceCount: UInt16(k))
                if chance(wildness) {
                    id = SourceBlockID(
                        block: id.block &+ UInt32(Int.random(in: 0...9, using: &random)), symbol: any(),
                        sourceCount: id.sourceCount)
                }
                if chance(wildness / 4) { id = SourceBlockID(block: any(), symbol: any(), sourceCount: any()) }
                place = .block(id)
            }
            let length = chance(10) ? Int.random(in: 0...60, using: &random) : 30
            let (packetID, moment) = keep((0..<(6 + length)).map { _ in any() }, step)
            flow.repair(
                BlockRepairPacket(
                    place: place, symbol: 6..<(6 + length), symbolLength: length, id: packetID, moment: moment,
                    isTruncated: chance(wildness / 10)),
                in: &store, into: &output)
        }

        mutating func finish() {
            flow.finish(at: Moment(time: StreamTime(nanoseconds: time), ordinal: 0), in: &store, into: &output)
            records += output.closed
        }
    }

    @Test("never breaks the sums or the bounds", arguments: 0..<9 as Range<UInt64>)
    func anything(_ seed: UInt64) {
        var sender = Sender(seed)
        var most = 0
        for step in 0..<1600 {
            sender.step(step)
            most = max(most, sender.store.count)
        }
        sender.finish()
        let counters = sender.flow.counters
        let fec = sender.flow.fec
        #expect(fec.recovered + fec.unrecovered == counters.lost + counters.late)
        #expect(sender.flow.loss.packets == counters.lost && counters.lost >= 0)
        #expect(most <= 9000)
        let windows = sender.flow.windows
        #expect(windows.protectionWindows == windows.noLoss + windows.recoverySuccesses + windows.recoveryFailures)
        #expect(sender.records.count == windows.protectionWindows + windows.partial + windows.open)
        #expect(sender.records.allSatisfy { $0.d >= 0 && $0.d <= $0.k && $0.r >= 0 && $0.recovered <= $0.d })
    }

    @Test("blocks said to be of 65535 packets put no packet where its number does not")
    func endlessBlocks() throws {
        var rig = BlockRig()
        for window in 0..<3 { try rig.sendWhole(window) }
        for step in 0..<400 {
            try rig.rig.media(
                rig.packet(3 + step / 4, step % 4), at: 1100 + Double(step),
                block: SourceBlockID(block: UInt32(10 + step * 7), symbol: 0, sourceCount: 65_535))
        }
        rig.rig.finish(at: 1600)
        // The numbers are consecutive: nothing is missing.
        #expect(rig.rig.flow.counters.lost == 0)
        #expect(rig.rig.flow.counters.received == 412)
        #expect(rig.addsUp)
    }
}
