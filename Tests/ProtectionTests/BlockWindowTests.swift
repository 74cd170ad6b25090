import Evidence
import Protection
import Testing
import Timing
import VenueWire

@Suite("Windows of Simple Reed-Solomon")
struct BlockWindowTests {
    @Test("two payload IDs as far apart as their numbers show the code, and what came before is assigned")
    func recognized() throws {
        var rig = BlockRig()
        try rig.send(0, 0, at: 1000)
        #expect(rig.rig.flow.fec.scheme == .undecided)
        try rig.send(0, 1, at: 1001)
        #expect(rig.rig.flow.fec.scheme == .reedSolomon && rig.rig.flow.fec.sources == 4)
        try rig.send(0, 2, at: 1002)
        try rig.send(0, 3, at: 1003)
        #expect(rig.classes == ["0 whole 0/0"])
        #expect(rig.rig.order == ["1000", "1001", "1002", "1003"])
    }

    @Test("payload IDs that do not rise with the numbers show nothing")
    func unrelated() throws {
        var rig = FlowRig()
        for number in 0..<80 {
            let id = SourceBlockID(block: UInt32(number) &* 77_777, symbol: UInt8(number & 3), sourceCount: 4)
            try rig.media(FlowRig.packet(number), at: 1000 + Double(number) * 40, block: id)
        }
        #expect(rig.flow.fec.scheme == .none)
    }

    @Test(
        "up to r losses are recovered with the exact bytes, by each set of points, found without help",
        arguments: FieldOracle.Points.allCases)
    func recovered(_ points: FieldOracle.Points) throws {
        var rig = BlockRig(points: points)
        try rig.sendWhole(0)
        try rig.sendWhole(1, losing: [1])
        try rig.sendWhole(2, losing: [0, 3])
        try rig.sendWhole(3, losing: [0, 1, 2])
        try rig.sendWhole(4)
        try rig.sendWhole(5)
        rig.rig.finish(at: 1100)
        #expect(
            rig.classes == [
                "0 whole 0/0", "1 recovered 1/2", "2 recovered 2/2", "3 failed 3/2", "4 whole 0/0", "5 whole 0/0",
            ])
        #expect(rig.rig.flow.fec.points == "\(points)")
        #expect(rig.rebuilt == [1005: rig.packet(1, 1), 1008: rig.packet(2, 0), 1011: rig.packet(2, 3)])
        #expect(rig.rig.flow.fec.received == 12 && rig.rig.flow.fec.recovered == 3 && rig.rig.flow.fec.unrecovered == 3)
        #expect(rig.addsUp && rig.rig.flow.fec.corrupt == 0)
    }

    @Test(
        "a window that needs repair before the points are known tells them by the packets' cross-check",
        arguments: FieldOracle.Points.allCases)
    func recoveredFirst(_ points: FieldOracle.Points) throws {
        var rig = BlockRig(points: points)
        try rig.sendWhole(0, losing: [1, 2])
        for window in 1...3 { try rig.sendWhole(window) }
        #expect(rig.classes.first == "0 recovered 2/2")
        #expect(rig.rebuilt == [1001: rig.packet(0, 1), 1002: rig.packet(0, 2)])
        #expect(rig.rig.flow.fec.points == "\(points)")
    }

    @Test("a window of wrong points fails as corrupt")
    func corrupt() throws {
        var rig = BlockRig(points: .rfc5510)
        rig.rig.flow.announced(
            AnnouncedProtection(scheme: .reedSolomon, matrix: "rizzo", sourceCount: 4, repairCount: 2))
        try rig.sendWhole(0, losing: [1])
        for window in 1...3 { try rig.sendWhole(window) }
        #expect(rig.classes.first == "0 failed 1/2")
        #expect(rig.rig.flow.fec.corrupt == 1 && rig.rebuilt.isEmpty)
        #expect(rig.rig.output.notes.map(\.kind) == [.corrupt(number: 1000), .notSeparable(window: 0)])
    }

    @Test("a window closes with a source packet two windows on, not before")
    func followed() throws {
        var rig = BlockRig()
        try rig.send(0, losing: [2], from: 1000)
        try rig.send(1, from: 1010)
        #expect(rig.classes == ["1 whole 0/0"])
        // The last source packet comes late but in time.
        try rig.send(0, 2, at: 1020)
        #expect(rig.classes == ["0 whole 0/0", "1 whole 0/0"])
        try rig.send(2, losing: [0], from: 1030)
        try rig.send(3, from: 1040)
        try rig.send(4, 0, at: 1050)
        #expect(rig.classes == ["0 whole 0/0", "1 whole 0/0", "2 failed 1/0", "3 whole 0/0"])
        try rig.send(2, 0, at: 1060)
        #expect(rig.rig.flow.counters.late == 1 && rig.rig.flow.counters.lost == 0)
        rig.rig.finish(at: 1100)
        #expect(rig.addsUp)
    }

    @Test("a window closes at the tick after a second of silence of both flows")
    func silence() throws {
        var rig = BlockRig()
        try rig.sendWhole(0)
        try rig.send(1, losing: [3], from: 1100)
        // The repair packet comes at 1950, so the flows are silent for a second at 2950: the next tick is 3000.
        try rig.repair(1, 0, at: 1950)
        rig.rig.advance(to: 2999)
        #expect(rig.classes == ["0 whole 0/0"])
        rig.rig.advance(to: 3000)
        #expect(rig.classes == ["0 whole 0/0", "1 recovered 1/1"])
        #expect(rig.windows[1].closed == StreamTime(nanoseconds: 3_000_000_000))
        // The number lies above all that arrived: delivered, counted nowhere.
        #expect(rig.rebuilt == [1007: rig.packet(1, 3)] && rig.rig.flow.fec.recovered == 0)
        rig.rig.finish(at: 3000)
        #expect(rig.addsUp)
    }

    @Test("the first window is in no class unless its first source packet came", arguments: [0, 1, 3])
    func firstWindow(_ skipped: Int) throws {
        var rig = BlockRig()
        try rig.send(0, losing: Set(0..<skipped), from: 1000)
        try rig.repairs(0, at: 1004)
        for window in 1...3 { try rig.send(window, from: 1000 + Double(window) * 10) }
        let want = [0: "0 whole 0/0", 1: "0 partial 1/2", 3: "0 partial 3/2"]
        #expect(rig.classes.first == want[skipped])
        // Rebuilt below the run's base: delivered first, counted nowhere.
        #expect(rig.rig.order.first == (skipped == 1 ? "r1000" : skipped == 0 ? "1000" : "1003"))
        rig.rig.finish(at: 1100)
        #expect(rig.addsUp && rig.rig.flow.counters.lost == 0)
    }

    @Test(
        "at the end a window is open unless it is whole, another began, or a repair packet of it came",
        arguments: [
            (false, "1 open 2/0"), (true, "1 recovered 2/2"),
        ])
    func atFinish(_ hasRepairs: Bool, _ want: String) throws {
        var rig = BlockRig()
        try rig.sendWhole(0)
        try rig.send(1, losing: [1, 2], from: 1100)
        if hasRepairs { try rig.repairs(1, at: 1110) }
        rig.rig.finish(at: 1200)
        #expect(rig.classes == ["0 whole 0/0", want])
        #expect(rig.rig.flow.windows.open == (hasRepairs ? 0 : 1) && rig.addsUp)
    }

    @Test("repair packets of a closed window are received, never late, and counted once")
    func repairsAfterClose() throws {
        var rig = BlockRig()
        try rig.sendWhole(0)
        try rig.sendWhole(1)
        try rig.repairs(0, at: 1050)
        #expect(rig.rig.flow.fec.received == 4 && rig.rig.flow.counters.late == 0)
        #expect(rig.windows.map(\.r) == [0, 0])
        // The most repair packets of one window of the run, whenever they came.
        #expect(rig.windows[1].capacity == 2 && rig.rig.flow.fec.repairs == 2)
    }

    @Test(
        "blocks ahead by 2 to 1000 close the skipped ones in order as failures of the last k", arguments: [2, 3, 1000])
    func skipped(_ ahead: Int) throws {
        var rig = BlockRig()
        try rig.sendWhole(0)
        try rig.send(ahead, from: 1100)
        try rig.send(ahead + 1, from: 1110)
        try rig.send(ahead + 2, 0, at: 1120)
        let records = rig.windows
        #expect(records.map(\.id) == Array(0...Int64(ahead + 1)))
        #expect(records[1..<ahead].allSatisfy { $0.outcome == .recoveryFailed && $0.d == 4 && $0.r == 0 && $0.k == 4 })
        #expect(records[ahead].outcome == .noLoss)
        // 1 000 blocks of 4 are within the numbers' circle, so the distance is the blocks'.
        #expect(rig.rig.flow.counters.lost == (ahead - 1) * 4 && rig.rig.flow.counters.sequenceResets == 0)
        rig.rig.finish(at: 1200)
        #expect(rig.addsUp)
    }

    @Test("the block decides the distance where the numbers went round their circle (definitions C2)")
    func roundTheCircle() throws {
        var rig = BlockRig(k: 100, r: 1)
        try rig.send(0, from: 1000)
        // 900 windows of 100: 90 000 numbers, more than the circle holds.
        try rig.send(900, from: 1200)
        #expect(rig.rig.flow.counters.lost == 899 * 100 && rig.rig.flow.counters.sequenceResets == 0)
        rig.rig.finish(at: 1400)
        #expect(rig.addsUp && rig.rig.flow.windows.recoveryFailures == 899)
    }

    @Test("blocks further ahead begin a new run of windows, and nothing between them is a window")
    func beyond() throws {
        var rig = BlockRig()
        try rig.sendWhole(0)
        for place in 0..<4 {
            try rig.rig.media(
                rig.packet(1, place), at: 1100 + Double(place),
                block: SourceBlockID(block: 2000, symbol: UInt8(place), sourceCount: 4))
        }
        rig.rig.finish(at: 1200)
        #expect(rig.windows.map(\.run) == [0, 1] && rig.windows.allSatisfy { $0.outcome == .noLoss && $0.id == 0 })
        #expect(rig.rig.flow.counters.lost == 0 && rig.rig.flow.counters.sequenceResets == 0 && rig.addsUp)
    }

    @Test("a packet of a block far behind is late")
    func behind() throws {
        var rig = BlockRig()
        try rig.send(0, losing: [1], from: 1000)
        for window in 1...20 { try rig.send(window, from: 1000 + Double(window) * 10) }
        try rig.send(0, 1, at: 1300)
        #expect(rig.rig.flow.counters.late == 1 && rig.windows.map(\.run).max() == 0)
        rig.rig.finish(at: 1400)
        #expect(rig.addsUp)
    }

    @Test(
        "windows are warned of beyond 128 packets and not decoded beyond 255",
        arguments: [
            (120, 8, false, false), (120, 9, true, false), (200, 55, true, false), (200, 56, true, true),
        ])
    func limits(_ k: Int, _ r: Int, _ isWarned: Bool, _ isError: Bool) throws {
        var rig = BlockRig(k: k, r: r)
        rig.rig.flow.announced(
            AnnouncedProtection(scheme: .reedSolomon, matrix: "rizzo", sourceCount: k, repairCount: r))
        try rig.send(0, from: 1000)
        try rig.send(1, losing: [5], from: 2000)
        // A symbol that would decode to nothing sound: where it is not decoded, that is not seen.
        rig.rig.repair(
            [UInt8](repeating: 1, count: 40), SourceBlockID(block: 8, symbol: UInt8(k), sourceCount: UInt16(k)),
            at: 2500)
        rig.rig.finish(at: 3000)
        #expect(rig.classes == ["0 whole 0/0", "1 failed 1/1"])
        #expect(
            rig.windows.allSatisfy { $0.flags.contains(.warning) == isWarned && $0.flags.contains(.error) == isError })
        #expect(rig.rig.flow.fec.corrupt == (isError ? 0 : 1))
        #expect(rig.windows.allSatisfy { $0.capacity == r })
    }

    @Test("without an announcement the highest repair symbol says how long windows are")
    func limitsSeen() throws {
        var rig = BlockRig(k: 120, r: 9)
        try rig.send(0, from: 1000)
        rig.rig.repair(
            [UInt8](repeating: 1, count: 40), SourceBlockID(block: 7, symbol: 128, sourceCount: 120), at: 1200)
        try rig.send(1, from: 1300)
        #expect(rig.windows.map { $0.flags.contains(.warning) } == [false, true])
    }

    @Test("a window that says it has no packets is an error without loss")
    func noPackets() throws {
        var rig = BlockRig()
        try rig.sendWhole(0)
        try rig.rig.media(
            rig.packet(1, 0), at: 1100, block: SourceBlockID(block: 8, symbol: 0, sourceCount: 0))
        #expect(rig.classes == ["0 whole 0/0", "1 whole 0/0"])
        #expect(rig.windows[1].flags == [.warning, .error] && rig.windows[1].k == 0)
        rig.rig.finish(at: 1200)
        #expect(rig.addsUp)
    }

    @Test("a window longer than all that is held goes on without what is missing")
    func longerThanTheRing() throws {
        var rig = BlockRig(k: 5000)
        for place in 0..<5000 where place != 10 {
            let id = SourceBlockID(block: 7, symbol: UInt8(place & 255), sourceCount: 5000)
            try rig.rig.media(rig.packet(0, place), at: 1000 + Double(place) / 10, block: id)
        }
        rig.rig.finish(at: 2000)
        #expect(rig.classes == ["0 open 1/0"] && rig.addsUp)
        #expect(rig.rig.order.count == 5000 && rig.rig.order[10] == "-1" && rig.rig.order.last == "5999")
    }

    @Test("another synchronization source begins another run of windows; the points stay known")
    func restarted() throws {
        var rig = BlockRig()
        try rig.sendWhole(0)
        try rig.send(1, losing: [0], from: 1100)
        rig.rig.restart(at: 1110)
        var second = BlockRig(first: 40_000, block: 0, ssrc: 9)
        second.rig = rig.rig
        try second.send(0, losing: [3], from: 1120)
        try second.repairs(0, at: 1130)
        try second.send(1, from: 1140)
        try second.send(2, 0, at: 1150)
        second.rig.finish(at: 1200)
        #expect(second.rig.windows.map(\.run) == [0, 0, 1, 1, 1])
        #expect(second.classes == ["0 whole 0/0", "1 partial 1/0", "0 recovered 1/2", "1 whole 0/0", "2 open 3/0"])
        #expect(second.rig.flow.counters.sequenceResets == 1 && second.addsUp)
    }

    @Test("repair packets that come before their media wait for it")
    func repairsFirst() throws {
        var rig = BlockRig()
        try rig.repairs(0, at: 1000)
        try rig.send(0, losing: [2], from: 1010)
        for window in 1...2 { try rig.send(window, from: 1010 + Double(window) * 10) }
        #expect(rig.classes == ["0 recovered 1/2", "1 whole 0/0", "2 whole 0/0"])
        #expect(rig.rig.flow.fec.received == 2)
    }

    @Test("a window of which only repair packets came was sent: with as many as it has packets it is recovered")
    func repairsOnly() throws {
        var rig = BlockRig(k: 2, r: 2)
        try rig.sendWhole(0)
        try rig.repairs(1, at: 1100)
        for window in 2...3 { try rig.send(window, from: 1100 + Double(window) * 10) }
        #expect(rig.classes == ["0 whole 0/0", "1 recovered 2/2", "2 whole 0/0", "3 whole 0/0"])
        #expect(rig.rig.order == ["1000", "1001", "r1002", "r1003", "1004", "1005", "1006", "1007"])
        #expect(rig.rig.flow.fec.recovered == 2 && rig.addsUp)
    }

    @Test("windows of one packet come back from their repair packets however many source packets are lost in a row")
    func repairsOnlyInARow() throws {
        var rig = BlockRig(k: 1, r: 1)
        for window in 0..<30 {
            try rig.sendWhole(window, losing: (5..<25).contains(window) ? [0] : [])
            // Nothing needs the last source packet any more.
            rig.rig.store.retire(before: rig.rig.flow.oldestNeeded)
        }
        rig.rig.finish(at: 1100)
        #expect(rig.rig.flow.windows.recoverySuccesses == 20 && rig.rig.flow.windows.noLoss == 10 && rig.addsUp)
        #expect(rig.rig.order.count { $0.hasPrefix("r") } == 20)
    }

    @Test("payload IDs that appear later begin another run of windows")
    func appearing() throws {
        var rig = BlockRig()
        for number in 900..<1000 { rig.rig.send(number, at: 1000 + Double(number - 900) * 30) }
        #expect(rig.rig.flow.fec.scheme == .none)
        for window in 0...2 { try rig.send(window, from: 4000 + Double(window) * 10) }
        rig.rig.finish(at: 4100)
        // The first packet with an ID is the last of the slots; the second one shows the code.
        #expect(rig.windows.filter { $0.run == 1 }.map(\.firstNumber) == [1000, 1004, 1008])
        #expect(rig.windows.filter { $0.run == 1 }.map(\.outcome) == [.partial, .noLoss, .noLoss] && rig.addsUp)
    }
}
