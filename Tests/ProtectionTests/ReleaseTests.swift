import Evidence
import NetworkFormats
import Protection
import Testing
import Timing

@Suite("Order of release")
struct ReleaseTests {
    /// A flow that has been taken for unprotected: packets 0…99, thirty a second; the last one at 4300 ms.
    private func decided() -> FlowRig {
        var rig = FlowRig()
        for index in 0..<100 { rig.send(index, at: 1000 + Double(index) * 100 / 3) }
        rig.output.clear()
        return rig
    }

    @Test("packets in order go on at once; a hole holds what follows until its slot closes")
    func hole() {
        var rig = decided()
        rig.send(100, at: 4334)
        #expect(rig.order == ["100"])
        rig.send(103, at: 4400)
        rig.send(104, at: 4600)
        #expect(rig.order == ["100"])
        // 101 and 102 belong to slot 8, in which 103 came: it ends at 4500 and takes numbers until 4700.
        rig.advance(to: 4699)
        #expect(rig.order == ["100"])
        rig.advance(to: 4700)
        #expect(rig.order == ["100", "-2", "103", "104"])
        #expect(rig.released[1].moment.time == StreamTime(nanoseconds: 4_700_000_000))
    }

    @Test("a missing packet that comes before its slot closes goes in its place; one that comes later goes nowhere")
    func late() {
        var rig = decided()
        rig.send(101, at: 4400)
        rig.send(100, at: 4650)
        #expect(rig.order == ["100", "101"])
        rig.send(103, at: 4660)
        rig.send(104, at: 5300)
        rig.send(102, at: 5310)
        #expect(rig.order == ["100", "101", "-1", "103", "104"])
        #expect(rig.flow.counters.late == 1 && rig.flow.counters.reordered == 2 && rig.flow.counters.lost == 0)
    }

    @Test("nothing waits any longer than the ring is deep")
    func bounded() {
        var rig = FlowRig()
        for index in 0..<100 { rig.send(index, at: 1000 + Double(index) * 30) }
        rig.output.clear()
        for index in 101..<6000 { rig.send(index, at: 4000 + Double(index) / 100) }
        #expect(rig.order.first == "-1" && rig.released.count > 1800)
        rig.finish(at: 5000)
        #expect(rig.released.count == 5900)
    }

    @Test("a run that is silent for ten seconds is over: its last slot is cut, and nothing is lost after it")
    func silentRun() {
        var rig = decided()
        rig.send(500, at: 15000)
        rig.send(501, at: 15030)
        rig.finish(at: 15100)
        #expect(rig.flow.runs.map(\.expected) == [100, 2] && rig.flow.counters.lost == 0)
        #expect(rig.flow.counters.sequenceResets == 0)
        // Slots 2…8 of the first run: the first cut, five whole, the last cut; one open slot of the second run.
        #expect(rig.flow.windows.partial == 2 && rig.flow.windows.noLoss == 5 && rig.flow.windows.open == 1)
        #expect(rig.flow.windows.recoveryFailures == 0)
    }

    @Test("a pause of less than ten seconds is lost slots, each as large as the last")
    func pause() {
        var rig = decided()
        rig.send(100, at: 6510)
        rig.send(101, at: 7010)
        rig.finish(at: 7010)
        // The last packet before came in slot 8, the next in slot 13: slots 9…12 are empty.
        let empty = rig.windows.filter { $0.firstNumber > $0.lastNumber }
        #expect(empty.map(\.opened.nanoseconds) == [4_500_000_000, 5_000_000_000, 5_500_000_000, 6_000_000_000])
        #expect(empty.allSatisfy { $0.outcome == .recoveryFailed && $0.d == $0.k })
        // Slot 8 had ten packets, 90 to 99, three every 100 ms from 4000 on.
        #expect(empty.map(\.k) == [10, 10, 10, 10])
        #expect(rig.flow.counters.lost == 0 && rig.flow.fec.unrecovered == 0)
    }

    @Test("a new source begins a run at once, told by the front")
    func restart() {
        var rig = decided()
        rig.flow.restart(
            at: Moment(time: StreamTime(nanoseconds: 4_320_000_000), ordinal: 100), in: &rig.store, into: &rig.output)
        rig.send(40000, at: 4330, ssrc: 8)
        rig.send(40001, at: 4340, ssrc: 8)
        #expect(rig.flow.counters.sequenceResets == 1 && rig.flow.counters.lost == 0)
        #expect(rig.flow.runs.map(\.ssrc) == [7, 8] && rig.order == ["40000", "40001"])
        #expect(rig.output.notes.map(\.kind) == [.sequenceReset])
    }

    @Test("a restart is believed once sixteen packets hold nothing of the old numbers, and loses nothing")
    func reset() {
        var rig = decided()
        for index in 0..<17 { rig.send(30000 + index, at: 4334 + Double(index)) }
        #expect(rig.order.isEmpty)
        rig.send(30017, at: 4360)
        #expect(rig.order.first == "30000" && rig.order.count == 18)
        #expect(rig.flow.counters.lost == 0 && rig.flow.counters.received == 118)
    }

    @Test("of cut captures the erasure pattern counts: rebuilt, but without bytes")
    func truncated() throws {
        var rig = FlowRig()
        for number in 100..<140 {
            let bytes = FlowRig.packet(number)
            if number != 113 {
                try rig.media(Array(bytes.prefix(14)), at: 1000 + Double(number), wire: bytes.count)
            }
            if number % 4 == 3 {
                try rig.protect(number - 3, step: 1, count: 4, isRow: true, at: 1000.5 + Double(number))
            }
            if number >= 112, number % 3 == 0 {
                let block = (number - 112) / 12
                try rig.protect(
                    100 + block * 12 + (number - 112) % 12 / 3, step: 4, count: 3, isRow: false,
                    at: 1000.6 + Double(number))
            }
        }
        rig.finish(at: 1200)
        #expect(rig.flow.fec.recovered == 1 && rig.flow.fec.unrecovered == 0)
        let rebuilt = try #require(rig.released.first { $0.kind == .recovered })
        #expect(rebuilt.number == 113 && rebuilt.payload.isEmpty)
        #expect(rig.store[rebuilt.packet]?.header.isTruncated == true)
    }

    @Test("the owner may retire what the flow no longer needs: with columns and rows, a few windows are kept")
    func retention() throws {
        var rig = FlowRig()
        var most = 0
        for number in 0..<4000 {
            if number % 50 != 17 { rig.send(number, at: 1000 + Double(number)) }
            if number % 10 == 9 {
                try rig.protect(number - 9, step: 1, count: 10, isRow: true, at: 1000.2 + Double(number))
            }
            if number >= 100, number % 10 == 0 {
                try rig.protect(
                    (number / 100 - 1) * 100 + number % 100 / 10, step: 10, count: 10, isRow: false,
                    at: 1000.4 + Double(number))
            }
            rig.store.retire(before: rig.flow.oldestNeeded)
            most = max(most, rig.store.count)
        }
        rig.finish(at: 5100)
        // Three windows of 100 and their repair packets, and what was rebuilt in them.
        #expect(most < 400)
        #expect(rig.flow.fec.recovered == 80 && rig.flow.fec.unrecovered == 0)
    }
}
