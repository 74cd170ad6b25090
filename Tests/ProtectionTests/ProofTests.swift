import Protection
import Testing

@Suite("Repair packets of other media")
struct ProofTests {
    /// Forty packets in grids of 4 by 3, 113 missing; the repair packets are right, or sums of packets 1 000 numbers on.
    private func play(shift: Int) throws -> FlowRig {
        var rig = FlowRig()
        func sum(_ first: Int, step: Int, count: Int, isRow: Bool) -> [UInt8] {
            var bytes = FlowRig.parity(first + shift, step: step, count: count, isRow: isRow)
            bytes[12] = UInt8(first >> 8)
            bytes[13] = UInt8(first & 255)
            return bytes
        }
        for number in 100..<140 {
            if number != 113 { try rig.media(FlowRig.packet(number), at: 1000 + Double(number)) }
            if number % 4 == 3 {
                try rig.repair(sum(number - 3, step: 1, count: 4, isRow: true), at: 1000.5 + Double(number))
            }
            if number >= 112, number % 3 == 0 {
                let first = 100 + (number - 112) / 12 * 12 + (number - 112) % 12 / 3
                try rig.repair(sum(first, step: 4, count: 3, isRow: false), at: 1000.6 + Double(number))
            }
        }
        rig.finish(at: 1200)
        return rig
    }

    @Test("rebuild nothing, and the window fails with its reason told")
    func others() throws {
        let rig = try play(shift: 1000)
        #expect(rig.flow.fec.recovered == 0)
        #expect(rig.flow.fec.unrecovered == 1)
        #expect(rig.flow.fec.corrupt >= 1)
        #expect(!rig.released.contains { $0.kind == .recovered })
        #expect(rig.flow.windows.recoveryFailures == 1)
    }

    @Test("are told from right ones, which give the packet back")
    func right() throws {
        let rig = try play(shift: 0)
        #expect(rig.flow.fec.recovered == 1)
        #expect(rig.flow.fec.corrupt == 0)
        let rebuilt = try #require(rig.released.first { $0.kind == .recovered })
        #expect(rig.bytes(rebuilt.packet) == FlowRig.packet(113))
    }
}
