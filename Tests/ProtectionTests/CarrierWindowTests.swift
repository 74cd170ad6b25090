import Protection
import Testing

@Suite("Windows of the carriers' Reed-Solomon")
struct CarrierWindowTests {
    @Test("the first repair packet says where windows lie, and what came before is assigned", arguments: [0, 1, 3])
    func recognized(_ skipped: Int) throws {
        var rig = CarrierRig()
        try rig.send(0, losing: Set(0..<skipped), from: 1000)
        try rig.send(1, from: 1004)
        #expect(rig.rig.flow.fec.scheme == .undecided && rig.windows.isEmpty)
        rig.repairs(0, at: 1008)
        #expect(rig.rig.flow.fec.scheme == .carrier && rig.rig.flow.fec.sources == 4 && rig.rig.flow.fec.repairs == 2)
        for window in 2...4 { try rig.send(window, from: 1000 + Double(window) * 10) }
        rig.rig.finish(at: 1100)
        let start = [0: "1000 noLoss 0/0", 1: "1000 partial 1/2", 3: "1000 partial 3/2"]
        #expect(
            rig.classes == [start[skipped], "1004 noLoss 0/0", "1008 noLoss 0/0", "1012 noLoss 0/0", "1016 noLoss 0/0"])
        // Rebuilt below the run's base: delivered, counted nowhere.
        #expect(rig.rebuilt == (skipped == 1 ? [1000: rig.packet(1000)] : [:]))
        #expect(rig.rig.flow.counters.lost == 0 && rig.rig.flow.fec.recovered == 0)
    }

    @Test(
        "the points are found without help, and losses come back byte by byte", arguments: FieldOracle.Points.allCases)
    func recovered(_ points: FieldOracle.Points) throws {
        var rig = CarrierRig(points: points)
        try rig.sendWhole(0)
        try rig.sendWhole(1, losing: [2])
        try rig.sendWhole(2, losing: [0, 1])
        try rig.sendWhole(3, losing: [0, 1, 3])
        try rig.sendWhole(4)
        rig.rig.finish(at: 1100)
        #expect(
            rig.classes == [
                "1000 noLoss 0/0", "1004 recovered 1/2", "1008 recovered 2/2", "1012 recoveryFailed 3/2",
                "1016 noLoss 0/0",
            ])
        #expect(rig.rig.flow.fec.points == "\(points)" && rig.rig.flow.fec.overhead == 0.5)
        #expect(rig.rebuilt == [1006: rig.packet(1006), 1008: rig.packet(1008), 1009: rig.packet(1009)])
        #expect(rig.windows[1].capacity == 2)
    }

    @Test("a code of no known points is learned from whole windows, and recovers from the third on")
    func learned() throws {
        var parameters = ProtectionParameters()
        parameters.knownPoints = []
        var rig = CarrierRig(parameters: parameters)
        // Cauchy's rows 1 / (x + y) are of no evaluation points here; every part of such a matrix is regular.
        rig.rows = (0..<2).map { row in (0..<4).map { FieldOracle.inverse(UInt8(row) ^ UInt8(16 + $0)) } }
        try rig.sendWhole(0)
        try rig.sendWhole(1)
        #expect(rig.rig.flow.fec.points == "learned")
        try rig.sendWhole(2, losing: [1, 3])
        try rig.sendWhole(3)
        try rig.sendWhole(4)
        #expect(rig.classes[2] == "1008 recovered 2/2")
        #expect(rig.rebuilt == [1009: rig.packet(1009), 1011: rig.packet(1011)])
    }

    @Test("a window that is lossy before its code was learned fails, and is not called corrupt")
    func lossyBeforeLearned() throws {
        var parameters = ProtectionParameters()
        parameters.knownPoints = []
        var rig = CarrierRig(parameters: parameters)
        rig.rows = (0..<2).map { row in (0..<4).map { FieldOracle.inverse(UInt8(row) ^ UInt8(16 + $0)) } }
        try rig.sendWhole(0, losing: [1])
        for window in 1...3 { try rig.sendWhole(window) }
        #expect(rig.classes[0] == "1000 recoveryFailed 1/2" && rig.rig.flow.fec.corrupt == 0)
        #expect(rig.rig.output.notes.map(\.kind) == [.notSeparable(window: 0)])
        #expect(rig.rig.flow.fec.points == "learned")
    }

    @Test("a timestamp rewritten after coding is taken from the neighbours", arguments: FieldOracle.Points.allCases)
    func rewrittenTimestamps(_ points: FieldOracle.Points) throws {
        var rig = CarrierRig(points: points)
        rig.rewriting = 7_000_000
        try rig.sendWhole(0)
        try rig.sendWhole(1, losing: [2])
        for window in 2...3 { try rig.sendWhole(window) }
        #expect(rig.classes[1] == "1004 recovered 1/2" && rig.rig.flow.fec.points == "\(points)")
        var want = rig.packet(1006, added: 7_000_000)
        want.replaceSubrange(4..<8, with: rig.packet(1005, added: 7_000_000)[4..<8])
        #expect(rig.rebuilt == [1006: want])
    }

    @Test("windows of another length begin another run at their first number")
    func otherLength() throws {
        var rig = CarrierRig()
        for window in 0...2 { try rig.sendWhole(window) }
        var other = CarrierRig(k: 6, m: 2, first: 1012)
        other.rig = rig.rig
        for window in 0...1 {
            try other.send(window, losing: window == 1 ? [3] : [], from: 1100 + Double(window) * 10)
            other.repairs(window, at: 1107 + Double(window) * 10)
        }
        for window in 2...4 { try other.send(window, from: 1200 + Double(window) * 10) }
        other.rig.finish(at: 1300)
        #expect(other.windows.filter { $0.run == 0 }.map(\.firstNumber) == [1000, 1004, 1008, 1012])
        // Four packets made a window before a repair packet told of six.
        let second = other.windows.filter { $0.run == 1 }
        #expect(second.map(\.firstNumber) == [1012, 1018, 1024, 1030, 1036])
        #expect(second[1].outcome == .recovered && other.rebuilt[1021] == other.packet(1021))
        #expect(other.rig.flow.fec.recovered == 1 && other.rig.flow.counters.lost == 1)
    }

    @Test("a window whose repair packets are all lost is counted all the same")
    func repairsLost() throws {
        var rig = CarrierRig()
        try rig.sendWhole(0)
        try rig.send(1, losing: [1], from: 1100)
        for window in 2...3 { try rig.send(window, from: 1100 + Double(window) * 10) }
        #expect(rig.classes == ["1000 noLoss 0/0", "1004 recoveryFailed 1/0", "1008 noLoss 0/0", "1012 noLoss 0/0"])
        #expect(rig.rig.output.notes.isEmpty)
    }

    @Test("repair packets of one window each way over a number's circle")
    func overTheCircle() throws {
        var rig = CarrierRig(first: 65_533)
        try rig.sendWhole(0, losing: [1, 3])
        for window in 1...3 { try rig.sendWhole(window) }
        #expect(rig.classes[0] == "65533 recovered 2/2")
        #expect(rig.rebuilt == [65_534: rig.packet(65_534), 65_536: rig.packet(65_536)])
    }

    @Test("3.2: windows beyond 255 packets are errors, and not decoded")
    func tooLong() throws {
        var rig = CarrierRig(k: 254, m: 2)
        try rig.send(0, losing: [7], from: 1000)
        rig.rig.carrierRepair(
            Array(rig.repairOfNoise(0)), at: 1300)
        for window in 1...2 { try rig.send(window, from: 1000 + Double(window) * 400) }
        #expect(rig.windows.first?.outcome == .recoveryFailed && rig.windows[0].flags.contains([.warning, .error]))
        #expect(rig.rig.flow.fec.corrupt == 0 && rig.rig.flow.windows.error == rig.windows.count)
    }
}

extension CarrierRig {
    /// A repair packet whose symbol is noise.
    func repairOfNoise(_ window: Int) -> [UInt8] {
        let begin = first + window * k
        let end = begin + k - 1
        return [0x80, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            + [UInt8(begin >> 8 & 255), UInt8(begin & 255), UInt8(end >> 8 & 255), UInt8(end & 255)]
            + [UInt8(m), 0, 0, 52, 0, 52, 0, 0] + (0..<52).map { UInt8(truncatingIfNeeded: $0 * 7) }
    }
}
