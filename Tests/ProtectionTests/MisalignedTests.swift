import Protection
import Testing

@Suite("Columns that fit no grid")
struct MisalignedTests {
    /// Each column of 3 begins 5 numbers after the one before, as in staggered layouts: first numbers 100, 105, 110, …
    /// lie in no four neighbouring places of a circle of twelve.
    @Test("are repaired all the same, in windows from the first column's first number")
    func staggered() throws {
        var rig = FlowRig()
        for number in 100..<200 where number != 150 {
            rig.send(number, at: 1000 + Double(number))
            if number >= 112, (number - 112) % 5 == 0 {
                try rig.protect(number - 12, step: 4, count: 3, isRow: false, at: 1000.5 + Double(number))
            }
        }
        rig.finish(at: 1300)
        #expect(!rig.flow.fec.isAligned && rig.flow.fec.scheme == .parity)
        #expect(rig.output.notes.contains { $0.kind == .misaligned(columns: 4, rows: 3) })
        #expect(rig.windows.first?.firstNumber == 100)
        // 150 is protected by the column of 150, 154 and 158, whose first number is 100 and ten times five more.
        #expect(rig.flow.fec.recovered == 1 && rig.flow.counters.lost == 1)
    }
}
