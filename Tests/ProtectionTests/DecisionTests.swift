import NetworkFormats
import Protection
import Testing
import Timing

@Suite("How a flow is protected")
struct DecisionTests {
    /// Sends numbers one a millisecond, with rows of 4 and columns of 3 as FFmpeg times them.
    private func send(
        _ numbers: Range<Int>, _ rig: inout FlowRig, from milliseconds: Double, origin: Int, hasRows: Bool,
        hasColumns: Bool, dropping: Set<Int> = []
    ) throws {
        for number in numbers {
            let time = milliseconds + Double(number - numbers.lowerBound)
            if !dropping.contains(number) { rig.send(number, at: time) }
            let place = number - origin
            guard place >= 0 else { continue }
            if hasRows, place % 4 == 0, place >= 4 {
                try rig.protect(number - 4, step: 1, count: 4, isRow: true, at: time + 0.2)
            }
            if hasColumns, place >= 12, place % 3 == 0 {
                try rig.protect(
                    origin + (place / 12 - 1) * 12 + place % 12 / 3, step: 4, count: 3, isRow: false, at: time + 0.1)
            }
        }
    }

    @Test("columns with rows: windows begin where both say, whatever number came first", arguments: [0, 1, 5, 11])
    func columnsAndRows(_ skipped: Int) throws {
        var rig = FlowRig()
        try send(100 + skipped..<148, &rig, from: 1000, origin: 100, hasRows: true, hasColumns: true, dropping: [127])
        rig.finish(at: 1200)
        #expect(rig.flow.fec.scheme == .parity && rig.flow.fec.columns == 4 && rig.flow.fec.rows == 3)
        #expect(rig.windows.map(\.firstNumber) == [100, 112, 124, 136])
        #expect(rig.windows.first?.outcome == (skipped == 0 ? .noLoss : .partial))
        #expect(rig.windows[2].outcome == .recovered && rig.windows[2].d == 1 && rig.windows[2].capacity == 7)
    }

    @Test("columns alone: the origin is found once the outer columns were seen")
    func columnsAlone() throws {
        var rig = FlowRig()
        try send(97..<150, &rig, from: 1000, origin: 100, hasRows: false, hasColumns: true, dropping: [130])
        rig.finish(at: 1200)
        #expect(rig.windows.filter { $0.isClassified }.map(\.firstNumber) == [100, 112, 124, 136])
        #expect(rig.flow.fec.recovered == 1 && rig.flow.fec.capacity == 4)
        #expect(rig.windows[0].outcome == .partial && rig.windows[0].firstNumber == 88)
    }

    @Test("columns at the four corners of a grid are not enough: a failure with repairs to spare is told")
    func fourCorners() throws {
        var rig = FlowRig()
        try send(
            100..<148, &rig, from: 1000, origin: 100, hasRows: true, hasColumns: true,
            dropping: [112, 115, 120, 123])
        rig.finish(at: 1200)
        let window = rig.windows.first { $0.firstNumber == 112 }
        #expect(window?.outcome == .recoveryFailed && window?.d == 4 && window?.r == 7)
        #expect(rig.output.notes.contains { $0.kind == .notSeparable(window: 1) })
        #expect(rig.order.contains("-1") && rig.flow.fec.unrecovered == 4)
    }

    @Test("three losses of which rows and columns solve each other in turn")
    func iterative() throws {
        var rig = FlowRig()
        // 112 and 113 share a row, 113 and 117 a column: 112 by its column, then 113 by its row, then 117.
        try send(
            100..<148, &rig, from: 1000, origin: 100, hasRows: true, hasColumns: true,
            dropping: [112, 113, 117])
        rig.finish(at: 1200)
        #expect(rig.windows.first { $0.firstNumber == 112 }?.outcome == .recovered)
        let place = rig.order.firstIndex(of: "r112") ?? 0
        #expect(Array(rig.order[place..<(place + 6)]) == ["r112", "r113", "114", "115", "116", "r117"])
    }

    @Test("a rebuilt packet bears the moment from which it could be rebuilt")
    func momentOfRecovery() throws {
        var rig = FlowRig()
        try send(100..<148, &rig, from: 1000, origin: 100, hasRows: true, hasColumns: true, dropping: [113])
        rig.finish(at: 1200)
        // Its row is 112…115; the row's repair packet follows 116, which is sent at 1016.
        let rebuilt = rig.released.first { $0.kind == .recovered }
        #expect(rebuilt?.number == 113 && rebuilt?.moment.time == StreamTime(nanoseconds: 1_016_200_000))
    }

    @Test("rows alone are taken for all there is after two seconds and 256 packets, and what waited is assigned")
    func rowsAlone() throws {
        var rig = FlowRig()
        for block in 0..<400 {
            let first = 1000 + block * 4
            for place in 0..<4 where first + place != 1802 {
                rig.send(first + place, at: 1000 + Double(block * 40 + place * 10))
            }
            try rig.protect(first, step: 1, count: 4, isRow: true, at: 1000 + Double(block * 40 + 35))
            if block == 40 { #expect(rig.windows.isEmpty && rig.flow.fec.scheme == .undecided) }
        }
        rig.finish(at: 17000)
        #expect(rig.flow.fec.scheme == .parity && rig.flow.fec.capacity == 1 && rig.flow.fec.rows == 1)
        #expect(rig.flow.windows.protectionWindows == 400 && rig.flow.windows.recoverySuccesses == 1)
        #expect(rig.flow.fec.recovered == 1)
    }

    @Test("nothing seen for two seconds and 64 packets: slots, as if that had been known from the start")
    func slots() {
        var rig = FlowRig()
        for index in 0..<70 where index != 20 { rig.send(index, at: 1000 + Double(index) * 40) }
        // Packets at 1000, 1040 … 3760; 20 is missing, and the next higher one came at 1840: slot 3.
        rig.finish(at: 3760)
        #expect(rig.flow.fec.scheme == .none)
        #expect(rig.windows.map(\.k) == [13, 12, 13, 12, 13, 7])
        #expect(rig.windows.map(\.d) == [0, 1, 0, 0, 0, 0])
        #expect(
            rig.windows.map(\.outcome) == [.partial, .recoveryFailed, .noLoss, .noLoss, .noLoss, .open])
        #expect(rig.windows[1].closed == StreamTime(nanoseconds: 2_200_000_000))
    }

    @Test("repair packets that appear later begin another run of windows")
    func laterProtection() throws {
        var rig = FlowRig()
        for index in 0..<120 { rig.send(index, at: 1000 + Double(index) * 30) }
        try send(120..<180, &rig, from: 4700, origin: 120, hasRows: true, hasColumns: true, dropping: [150])
        rig.finish(at: 4800)
        #expect(rig.windows.filter { $0.run == 0 }.last?.outcome == .partial)
        #expect(rig.windows.filter { $0.run == 1 }.map(\.firstNumber) == [120, 132, 144, 156, 168])
        #expect(rig.flow.fec.recovered == 1 && rig.flow.counters.lost == 1)
    }

    @Test("another grid begins another run of windows at its first number")
    func otherGrid() throws {
        var rig = FlowRig()
        try send(100..<136, &rig, from: 1000, origin: 100, hasRows: true, hasColumns: true)
        for number in 136..<200 {
            let time = 1000 + Double(number - 100)
            rig.send(number, at: time)
            let place = number - 136
            if place % 5 == 4 { try rig.protect(number - 4, step: 1, count: 5, isRow: true, at: time + 0.2) }
            if place >= 20, place % 4 == 0 {
                try rig.protect(
                    136 + (place / 20 - 1) * 20 + place % 20 / 4, step: 5, count: 4, isRow: false, at: time + 0.1)
            }
        }
        rig.finish(at: 1100)
        #expect(rig.flow.fec.columns == 5 && rig.flow.fec.rows == 4)
        #expect(rig.windows.filter { $0.run == 0 }.map(\.firstNumber) == [100, 112, 124])
        #expect(rig.windows.filter { $0.run == 1 }.map(\.firstNumber) == [136, 156, 176, 196])
        #expect(rig.flow.counters.lost == 0 && rig.flow.fec.unrecovered == 0)
    }

    @Test("a grid beyond the limit is passed over and told of once")
    func refused() throws {
        var rig = FlowRig()
        for number in 0..<100 {
            rig.send(number, at: 1000 + Double(number) * 30)
            if number % 10 == 9 {
                try rig.protect(number - 9, step: 9, count: 200, isRow: false, at: 1001 + Double(number) * 30)
            }
        }
        rig.finish(at: 5000)
        #expect(rig.flow.fec.scheme == .none && rig.flow.fec.received == 0)
        #expect(rig.output.notes.map(\.kind) == [.gridRefused(columns: 9, rows: 200)])
    }

    @Test("repair packets that come before their media are kept")
    func repairFirst() throws {
        var rig = FlowRig()
        try rig.protect(100, step: 1, count: 4, isRow: true, at: 990)
        try rig.protect(100, step: 4, count: 3, isRow: false, at: 991)
        for number in 100..<140 where number != 102 { rig.send(number, at: 1000 + Double(number - 100)) }
        rig.finish(at: 1200)
        #expect(rig.flow.fec.recovered == 1 && rig.windows.first?.outcome == .recovered)
        #expect(rig.order.prefix(4) == ["100", "101", "r102", "103"])
    }
}
