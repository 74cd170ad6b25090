import Testing
import VenueSimulator

@Suite("Parity windows worked out on paper")
struct HandWorkedParityTests {
    @Test("of rows and columns rebuild step by step, and fail at a rectangle")
    func rectangle() {
        // L = 4, D = 3; packet n comes at 5 + 10·n ms, rows 1 ms behind the first packet of the next row, column c of
        // block b 2 ms behind packet 12·(b + 1) + 3·c. Alignment is known at the first column, 127 ms. Block 1 lacks
        // 13, 14 and 17: row 16…19 gives 17, column 13-17-21 gives 13, row 12…15 gives 14. It closes as 36 (block 3)
        // comes, 365 ms; 14 comes itself at 401: late. Block 2 lacks 24, 25, 28, 29 (a rectangle) and 35 (row 32…35): 1
        // of 5. Block 2 closes at the end, as block 3 was seen. The end is column 3 of block 2 at 457 or packet 47 at
        // 475.
        let lost: Set = [13, 14, 17, 24, 25, 28, 29, 35]
        var script = Script(parity: ParityLayout(columns: 4, rows: 3), runs: [48])
        for number in 0..<48 {
            let ms = Double(5 + 10 * number)
            if !lost.contains(number) { script.source(number, at: ms) }
            if number >= 4, number % 4 == 0 {
                script.repair(stride(from: number - 4, to: number, by: 1), isRow: true, at: ms + 1)
            }
            if number >= 12, number % 3 == 0 {
                let first = number / 12 * 12 - 12 + number % 12 / 3
                script.repair(stride(from: first, to: first + 12, by: 4), isRow: false, at: ms + 2)
            }
        }
        script.source(14, at: 401)
        let truth = script.truth()
        #expect(
            truth.listing == ["12/0/0 ok@127", "12/3/3 rec@365", "12/5/1 FAIL@475", "12/0/0 ok@475"])
        #expect(truth.rtp?.lost == 7)
        #expect(truth.rtp?.late == 1)
        #expect(truth.fec.recovered == 4)
        #expect(truth.fec.unrecovered == 4)
        #expect(truth.fec.received == 23)
        #expect(truth.rtp?.runLengths == [1: 3, 2: 2])
        #expect(truth.rtp?.minSeparation == 2)
        #expect(truth.corners.isEmpty)
    }

    @Test("of columns begin unseen, close in silence, and stay open at the end")
    func edges() {
        // L = D = 2; 0 was before the capture, 10 and 11 are lost with the repairs about them, silence from 95 to 1 505
        // ms. The first column alone leaves origins 0 and 3; the second, at 66 ms, decides. Block 0 lacks its first
        // source: partial; closes as 8 comes. Block 1 is complete at 75. Block 2 closes at the first tick 1 s after 95:
        // 1 100. Block 3 is complete at 1 535.
        var script = Script(parity: ParityLayout(columns: 2, rows: 2, protectsRows: false), runs: [17])
        for number in 1...9 { script.source(number, at: Double(5 + 10 * number)) }
        script.repair(stride(from: 0, to: 4, by: 2), isRow: false, at: 46)
        script.repair(stride(from: 1, to: 5, by: 2), isRow: false, at: 66)
        script.repair(stride(from: 4, to: 8, by: 2), isRow: false, at: 86)
        for number in 12...16 { script.source(number, at: Double(1_505 + 10 * (number - 12))) }
        let truth = script.truth()
        #expect(
            truth.listing == ["4/1/1 part@85", "4/0/0 ok@75", "4/2/0 FAIL@1100", "4/0/0 ok@1535", "4/3/0 open@1545"])
        #expect(truth.rtp?.expected == 16)
        #expect(truth.rtp?.lost == 2)
        #expect(truth.fec.recovered == 0)
        #expect(truth.corners.contains(.rebuiltOutsideRun))
        // 1 s: only block 1 is closed and classified, and the flow is silent for 905 ms.
        #expect(truth.indicator == ["1:10"])
    }

    @Test("of an old run close when a receiver is sure of the new one")
    func reset() {
        // L = D = 2, columns. Run 0: 0…5 every 10 ms, block 1 lacks 6 and 7. Run 1 begins at 205 ms with 1 and 0, then 2
        // and 3: the first two in sequence; the sixteenth behind 3 is 19, at 395 ms. Then block 1 of run 0 ends, as its
        // last. The columns of the new run's first block come at 246 and 247 ms: from then on its blocks close as their
        // fourth packets come.
        var script = Script(parity: ParityLayout(columns: 2, rows: 2, protectsRows: false), runs: [8, 21])
        for number in 0...5 { script.source(number, at: Double(5 + 10 * number)) }
        script.repair(stride(from: 0, to: 4, by: 2), isRow: false, at: 41)
        script.repair(stride(from: 1, to: 5, by: 2), isRow: false, at: 42)
        for (place, number) in ([1, 0] + Array(2...20)).enumerated() {
            script.source(number, run: 1, at: Double(205 + 10 * place))
        }
        script.repair(stride(from: 0, to: 4, by: 2), run: 1, isRow: false, at: 246)
        script.repair(stride(from: 1, to: 5, by: 2), run: 1, isRow: false, at: 247)
        let truth = script.truth()
        #expect(truth.rtp?.sequenceResets == 1)
        #expect(
            truth.listing == [
                "4/0/0 ok@42", "4/2/0 part@395", "4/0/0 ok@247", "4/0/0 ok@275", "4/0/0 ok@315", "4/0/0 ok@355",
                "4/0/0 ok@395", "4/3/0 open@405",
            ])
    }

    @Test("end in a tail when the flow falls silent for good")
    func tail() {
        // L = D = 2, columns; 0…5 come, and a repair packet again at 2 005 ms. Block 1 closed at 1 100 without 6 and 7.
        var script = Script(parity: ParityLayout(columns: 2, rows: 2, protectsRows: false), runs: [8])
        for number in 0...5 { script.source(number, at: Double(5 + 10 * number)) }
        script.repair(stride(from: 0, to: 4, by: 2), isRow: false, at: 41)
        script.repair(stride(from: 1, to: 5, by: 2), isRow: false, at: 42)
        script.repair(stride(from: 1, to: 5, by: 2), isRow: false, at: 2_005)
        let truth = script.truth()
        #expect(truth.listing == ["4/0/0 ok@42", "4/2/0 FAIL@1100"])
        #expect(truth.windows.tail == 1)
        // The same with 6 behind it: the run went on, so the block did lose packets.
        script.source(6, at: 2_015)
        #expect(script.truth().windows.recoveryFailures == 1)
        #expect(script.truth().windows.tail == 0)
    }

    @Test("of rows alone wait for 2 s and 256 packets")
    func rows() {
        // L = 4; packet n at 5 + 8·n ms. The first row packet comes behind 4, at 38 ms. 5 (row 1), 9 and 10 (row 2) are
        // lost, so the 256th packet after it is 263, at 2 109 ms: later than 2 s. All rows that were over by then close
        // there.
        var script = Script(parity: ParityLayout(columns: 4, rows: 5, protectsColumns: false), runs: [320])
        for number in 0..<320 {
            let ms = Double(5 + 8 * number)
            if ![5, 9, 10].contains(number) { script.source(number, at: ms) }
            if number >= 4, number % 4 == 0 {
                script.repair(stride(from: number - 4, to: number, by: 1), isRow: true, at: ms + 1)
            }
        }
        let truth = script.truth()
        #expect(truth.listing[0...3] == ["4/0/0 ok@2109", "4/1/1 rec@2109", "4/2/0 FAIL@2109", "4/0/0 ok@2109"])
        #expect(truth.listing[65...67] == ["4/0/0 ok@2109", "4/0/0 ok@2141", "4/0/0 ok@2173"])
        #expect(truth.windows.noLoss == 78)
        #expect(truth.windows.protectionWindows == 80)
        #expect(truth.fec.recovered == 1)
        #expect(truth.indicator.isEmpty)
    }

    @Test("in order into a window that silence closed are received, and the window stays failed")
    func pause() {
        // L = D = 2, rows and columns. Blocks 0 and 1 complete; 8 and 9 come, then a pause to 2 005 ms, then 10…15.
        // Block 2 closed at 1 100 with d = 2; nothing is lost.
        var script = Script(parity: ParityLayout(columns: 2, rows: 2), runs: [16])
        for number in 0...9 { script.source(number, at: Double(5 + 10 * number)) }
        script.repair(stride(from: 0, to: 2, by: 1), isRow: true, at: 26)
        script.repair(stride(from: 0, to: 4, by: 2), isRow: false, at: 47)
        for number in 10...15 { script.source(number, at: Double(2_005 + 10 * (number - 10))) }
        let truth = script.truth()
        #expect(truth.listing == ["4/0/0 ok@47", "4/0/0 ok@75", "4/2/0 FAIL@1100", "4/0/0 ok@2055"])
        #expect(truth.rtp?.lost == 0)
        #expect(truth.rtp?.late == 0)
        #expect(truth.fec.unrecovered == 0)
        #expect(truth.corners == [.inOrderAfterSilence, .shortRun])
        // 1 s: blocks 0 and 1. 2 s: a third of k failed, 10·(2/3)^8 = 0.39, but the flow is silent anyway.
        #expect(truth.indicator == ["1:10", "2:0"])
    }
}
