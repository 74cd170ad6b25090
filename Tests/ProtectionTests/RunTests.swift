import NetworkFormats
import Protection
import Testing
import Timing

@Suite("Runs of sequence numbers")
struct RunTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var numbers: [Int]
        var received: Int
        var lost = 0
        var duplicates = 0
        var reordered = 0
        var depth = 0
        var ignored = 0
        var resets = 0
        var testDescription: String { name }
    }

    /// Worked out by hand from the definitions: expected is highest minus lowest plus one, reordered are first arrivals
    /// below the highest, depth is the largest distance from it.
    static let cases = [
        Case(name: "in order", numbers: [5, 6, 7, 8], received: 4),
        Case(name: "a hole", numbers: [5, 6, 9, 10], received: 4, lost: 2),
        Case(name: "a duplicate does not hide a loss", numbers: [5, 6, 6, 8], received: 3, lost: 1, duplicates: 1),
        Case(name: "swapped neighbours", numbers: [5, 7, 6, 8], received: 4, reordered: 1, depth: 1),
        Case(name: "the first packet late", numbers: [6, 7, 5, 8], received: 4, reordered: 1, depth: 2),
        Case(
            name: "the first packet late, one lost", numbers: [6, 7, 4, 8], received: 4, lost: 1, reordered: 1, depth: 3
        ),
        Case(name: "65534 after 0", numbers: [65535, 0, 65534, 1], received: 4, reordered: 1, depth: 2),
        Case(name: "65534 after a first 0", numbers: [0, 65534, 1], received: 3, lost: 1, reordered: 1, depth: 2),
        Case(name: "a gap across the wrap", numbers: [65533, 65534, 2, 3], received: 4, lost: 3),
        Case(
            name: "duplicates at the wrap", numbers: [65534, 65535, 65535, 0, 0, 65535, 1], received: 4, duplicates: 3),
        Case(
            name: "a duplicate of a reordered one", numbers: [5, 7, 6, 6, 8], received: 4, duplicates: 1, reordered: 1,
            depth: 1),
        Case(name: "2999 ahead is loss", numbers: [5, 6, 3005, 3006], received: 4, lost: 2998),
        Case(name: "one stray far ahead", numbers: [5, 6, 9000, 7, 8], received: 4, ignored: 1),
        Case(name: "one stray far behind", numbers: [5005, 5006, 8, 5007, 5008], received: 4, ignored: 1),
        Case(name: "a restart", numbers: [5, 6, 7] + Array(30000..<30020), received: 23, resets: 1),
        Case(name: "a restart 1000 behind", numbers: [5000, 5001] + Array(4001..<4022), received: 23, resets: 1),
        Case(
            name: "999 behind is late", numbers: [5000, 5001, 4002, 5002], received: 4, lost: 997, reordered: 1,
            depth: 999),
        // All of the new numbering count, those before the first two in sequence (30004, 30005) too; sixteen follow.
        Case(
            name: "a restart out of order", numbers: [5, 6, 7, 30001, 30000, 30003, 30002] + Array(30004..<30022),
            received: 25, reordered: 2, depth: 1, resets: 1),
        Case(
            name: "a restart behind a stray", numbers: [5, 6, 7, 50000] + Array(30000..<30020), received: 23,
            ignored: 1,
            resets: 1),
        Case(name: "a restart cut by the end", numbers: [5, 6, 7, 30000, 30001], received: 5, resets: 1),
        Case(
            name: "no restart while the old numbers go on", numbers: [5, 6, 30000, 30001, 7, 8], received: 4, ignored: 2
        ),
    ]

    /// The columns name two grids; the second one's windows begin behind the only packet, which had arrived all the same.
    @Test("begin with their first packet even where earlier repair packets contradict each other")
    func contradiction() throws {
        var rig = FlowRig()
        try rig.protect(100, step: 4, count: 4, isRow: false, at: 1000)
        try rig.protect(101, step: 7, count: 4, isRow: false, at: 1001)
        rig.send(100, at: 1002)
        rig.finish(at: 1100)
        #expect(rig.flow.counters.received == 1)
        #expect(rig.flow.counters.lost == 0)
        #expect(rig.flow.fec.unrecovered == 0)
        #expect(rig.order == ["100"])
    }

    @Test("counts by number, not by packet", arguments: cases)
    func counts(_ example: Case) {
        var rig = FlowRig()
        for (index, number) in example.numbers.enumerated() { rig.send(number, at: 1000 + Double(index)) }
        rig.finish(at: 1100)
        let counters = rig.flow.counters
        #expect(counters.received == example.received)
        #expect(counters.lost == example.lost)
        #expect(counters.duplicates == example.duplicates)
        #expect(counters.reordered == example.reordered)
        #expect(counters.reorderDepth == example.depth)
        #expect(counters.ignored == example.ignored)
        #expect(counters.sequenceResets == example.resets)
        #expect(rig.flow.loss.packets == example.lost)
        #expect(rig.flow.fec.recovered + rig.flow.fec.unrecovered == counters.lost + counters.late)
    }
}
