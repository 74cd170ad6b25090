import Protection
import Testing
import Timing

/// Where runs begin and end, worked out on paper; packet n of a row or column grid is named by its number.
@Suite("Windows at the edges of runs")
struct RunEdgeTests {
    private static func line(_ record: WindowRecord) -> String {
        "\(record.run)/\(record.id) k\(record.k) d\(record.d) \(record.outcome) @\(record.closed.nanoseconds / 1_000_000)"
    }

    @Test("are rows from the first row packet on when an earlier run had rows only")
    func rowsStayKnown() throws {
        // L = 4. Run 0: packets 0…7 every 10 ms from 5; its end by silence (75 + 10 000, at the tick 10 100) decides that
        // there are rows only, and closes both. Run 1: 11 is lost, its row packet comes at 12 036, and row 8…11 closes
        // when 16, of the row after next, comes at 12 085.
        var rig = FlowRig()
        for number in 0..<8 { rig.send(number, at: 5 + 10 * Double(number)) }
        try rig.protect(0, step: 1, count: 4, isRow: true, at: 76)
        for number in 8..<17 where number != 11 {
            rig.send(number, at: 12_005 + 10 * Double(number - 8))
            if number == 10 { try rig.protect(8, step: 1, count: 4, isRow: true, at: 12_036) }
        }
        rig.finish(at: 12_086)
        #expect(
            rig.windows.map(Self.line) == [
                "0/0 k4 d0 noLoss @10100", "0/1 k4 d0 noLoss @10100", "1/0 k4 d1 recovered @12085",
                "1/1 k4 d0 noLoss @12075", "1/2 k4 d3 open @12086",
            ])
    }

    @Test("open below the first one when the run turns out to begin earlier")
    func lowerBase() throws {
        // L = D = 2. The columns of block 96…99 come before any media, so that the grid is known when 100 comes. 99 comes
        // behind it: its block is the run's first, was not seen from its beginning, and closes when 104 comes. Of its
        // other three, column 97-99 gives 97, below the base: counted nowhere. Nothing is late.
        var rig = FlowRig()
        try rig.protect(96, step: 2, count: 2, isRow: false, at: 1)
        try rig.protect(97, step: 2, count: 2, isRow: false, at: 2)
        for (place, number) in [100, 99, 101, 102, 103, 104].enumerated() { rig.send(number, at: 5 + Double(place)) }
        rig.finish(at: 20)
        #expect(
            rig.windows.map(Self.line) == [
                "0/-1 k4 d3 partial @10", "0/0 k4 d0 noLoss @9", "0/1 k4 d3 open @20",
            ])
        #expect(rig.flow.counters.expected == 6)
        #expect(rig.flow.counters.lost == 0)
        #expect(rig.flow.counters.late == 0)
        #expect(rig.flow.fec.recovered == 0)
    }

    @Test("are closed as passed when the run turns out to begin three windows earlier")
    func muchLowerBase() throws {
        // L = D = 2, as above; 100…105 come, then 95. Block 92…95 was followed by two others, so 95 is late: it is the
        // base, and 96…99 are lost. Block 92…95 is partial; block 96…99 was passed without a packet.
        var rig = FlowRig()
        try rig.protect(96, step: 2, count: 2, isRow: false, at: 1)
        try rig.protect(97, step: 2, count: 2, isRow: false, at: 2)
        for (place, number) in [100, 101, 102, 103, 104, 105, 108, 95].enumerated() {
            rig.send(number, at: 5 + Double(place))
        }
        rig.finish(at: 20)
        #expect(rig.windows.map(\.outcome) == [.partial, .recoveryFailed, .noLoss, .recoveryFailed, .open])
        #expect(rig.windows.map(\.id) == [-2, -1, 0, 1, 2])
        #expect(rig.flow.counters.late == 1)
        // 96…99, 106 and 107.
        #expect(rig.flow.counters.lost == 6)
        #expect(rig.flow.fec.recovered + rig.flow.fec.unrecovered == 7)
    }

    @Test("do not begin anew for a repair packet whose media has not come")
    func foreignRepair() throws {
        // L = D = 2 from 0. A column of 2 501 is of no block of this grid, and ahead of all media.
        var rig = FlowRig()
        for number in 0..<4 { rig.send(number, at: 5 + Double(number)) }
        try rig.protect(0, step: 2, count: 2, isRow: false, at: 10)
        try rig.protect(1, step: 2, count: 2, isRow: false, at: 11)
        try rig.protect(2_503, step: 2, count: 2, isRow: false, at: 12)
        for number in 4..<12 { rig.send(number, at: 15 + Double(number)) }
        rig.finish(at: 40)
        #expect(rig.windows.map(\.run) == [0, 0, 0])
        #expect(rig.windows.allSatisfy { $0.outcome == .noLoss })
    }

    struct Tail: CustomTestStringConvertible, Sendable {
        var name: String
        var numbers: [Int]
        var isTail: Bool
        var testDescription: String { name }
    }

    /// Behind the complete block 0…3 of L = D = 2.
    static let tails = [
        Tail(name: "4 and 5, then silence", numbers: [4, 5], isTail: true),
        Tail(name: "4 and 6: 5 was lost on the way", numbers: [4, 6], isTail: false),
        Tail(name: "7 alone: nothing is missing above it", numbers: [7], isTail: false),
    ]

    @Test("failed by silence alone are told apart until the flow goes on", arguments: tails)
    func tail(_ example: Tail) throws {
        var rig = FlowRig()
        for number in 0..<4 { rig.send(number, at: 5 + Double(number)) }
        try rig.protect(0, step: 2, count: 2, isRow: false, at: 10)
        try rig.protect(1, step: 2, count: 2, isRow: false, at: 11)
        for number in example.numbers { rig.send(number, at: 15 + Double(number)) }
        rig.advance(to: 1_200)
        let failed = try #require(rig.closed.last)
        #expect(failed.outcome == .recoveryFailed)
        #expect(failed.flags.contains(.tail) == example.isTail)
        #expect(rig.flow.windows.recoveryFailures == 1)
        #expect(rig.flow.windows.tail == (example.isTail ? 1 : 0))
        rig.send(8, at: 1_300)
        #expect(rig.flow.windows.recoveryFailures == 1)
        #expect(rig.flow.windows.tail == 0)
    }
}
