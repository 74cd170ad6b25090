import Testing
import VenueSimulator

/// Packet n is sent 10 + 20·n ms after a whole second: 25 packets a slot, slot s = packets 25·s … 25·s + 24.
///
/// Slot s closes at 500·s + 700 ms. That no repair comes is known 2 s after the first packet, at 2 010 ms: before,
/// there is no link indicator.
@Suite("Slots worked out on paper")
struct HandWorkedSlotTests {
    private static func ms(_ number: Int) -> Double { Double(10 + 20 * number) }

    @Test("charge what is missing to the slot in which it was missed")
    func charges() {
        // 60 is lost. 20 (slot 0, closed at 700) comes at 1 505: late, though nothing was known of slots yet. 130 (slot
        // 5, which closes at 3 200) comes at 3 145: in time, counts in slot 6. 140 (slot 5) comes at 3 245: late. Slot
        // 0 is the first: partial. Slot 7 is the last at the end: open. The highest number at 1 505 is 74: depth 54.
        var script = Script(runs: [200])
        for number in 0..<200 where ![20, 60, 130, 140].contains(number) { script.source(number, at: Self.ms(number)) }
        script.source(20, at: 1_505)
        script.source(130, at: 3_145)
        script.source(140, at: 3_245)
        let truth = script.truth()
        #expect(
            truth.listing == [
                "25/1/0 part@700", "25/0/0 ok@1200", "25/1/0 FAIL@1700", "25/0/0 ok@2200", "25/0/0 ok@2700",
                "24/1/0 FAIL@3200", "26/0/0 ok@3700", "25/0/0 open@3990",
            ])
        #expect(truth.rtp?.expected == 200)
        #expect(truth.rtp?.lost == 1)
        #expect(truth.rtp?.reordered == 3)
        #expect(truth.rtp?.reorderDepth == 54)
        #expect(truth.rtp?.late == 2)
        #expect(truth.rtp?.minSeparation == nil)
        #expect(truth.fec.unrecovered == 3)
        // At 3 s slots 1…4 are closed: F = 25/100, 10·0.75^8 = 1.00, so 1.
        #expect(truth.indicator == ["3:1"])
        #expect(truth.corners.isEmpty)
    }

    @Test("charge what is missing below a late filler to the filler's slot")
    func moves() {
        // 148 and 149 (slot 5) are missed as 150 comes, in slot 6. 149 comes at 3 505, in slot 7, before slot 6 closes
        // at 3 700: it counts there, and 148, whose next higher number it is, is now missed there.
        var script = Script(runs: [210])
        for number in 0..<210 where ![148, 149].contains(number) { script.source(number, at: Self.ms(number)) }
        script.source(149, at: 3_505)
        let truth = script.truth()
        #expect(
            truth.listing[5...] == [
                "23/0/0 ok@3200", "25/0/0 ok@3700", "27/1/0 FAIL@4190", "10/0/0 open@4190",
            ])
    }

    @Test("are filled with the last k when nothing comes, and charged when something comes again")
    func empties() {
        // 120…184 are lost in an outage from 2 390 to 3 710. Slot 4 holds 100…119. Slots 5 and 6 are empty: k = d = 20.
        // Slot 7 holds 185…199 and all 65 missing. That 4, 5 and 6 are not the last is known at 3 710.
        var script = Script(runs: [225])
        for number in 0..<225 where !(120..<185).contains(number) { script.source(number, at: Self.ms(number)) }
        let truth = script.truth()
        #expect(
            truth.listing == [
                "25/0/0 part@700", "25/0/0 ok@1200", "25/0/0 ok@1700", "25/0/0 ok@2200", "20/0/0 ok@2700",
                "20/20/0 FAIL@3200", "20/20/0 FAIL@3700", "80/65/0 FAIL@4200", "25/0/0 open@4490",
            ])
        // 3 s: slots 1…3. 4 s: slots 1…6, F = 40/135, 10·(95/135)^8 = 0.60, so 1.
        #expect(truth.indicator == ["3:10", "4:1"])
        #expect(truth.rtp?.runLengths == [65: 1])
    }

    @Test("end with their run at a reset, and begin anew")
    func reset() {
        // Run 0: 150 packets, 10…2 990. Run 1: 100 packets, 3 310…5 290. Slot 5 is the last of run 0, slot 6 the first
        // of run 1.
        var script = Script(runs: [150, 100])
        for number in 0..<150 { script.source(number, at: Self.ms(number)) }
        for number in 0..<100 { script.source(number, run: 1, at: 3_300 + Self.ms(number)) }
        let truth = script.truth()
        #expect(
            truth.listing == [
                "25/0/0 part@700", "25/0/0 ok@1200", "25/0/0 ok@1700", "25/0/0 ok@2200", "25/0/0 ok@2700",
                "25/0/0 part@3200", "10/0/0 part@3700", "25/0/0 ok@4200", "25/0/0 ok@4700", "25/0/0 ok@5200",
                "15/0/0 open@5290",
            ])
        #expect(truth.rtp?.sequenceResets == 1)
        #expect(truth.rtp?.expected == 250)
        #expect(truth.indicator == ["3:10", "4:10", "5:10"])
    }

    @Test("end with their run after 10 s of silence, which is no reset")
    func silence() {
        // 130 packets, 10…2 590; 131…140 come from 14 005 on. The tick 10 s after 2 590 is at 12 600: 130 lies between
        // two runs and is not lost. Slot 5 is the last of its run, slot 28 the first and, at the end, the last of the
        // next.
        var script = Script(runs: [141])
        for number in 0..<130 { script.source(number, at: Self.ms(number)) }
        for number in 131..<141 { script.source(number, at: 14_005 + Double(number - 131) * 20) }
        let truth = script.truth()
        #expect(
            truth.listing == [
                "25/0/0 part@700", "25/0/0 ok@1200", "25/0/0 ok@1700", "25/0/0 ok@2200", "25/0/0 ok@2700",
                "5/0/0 part@3200", "10/0/0 open@14185",
            ])
        #expect(truth.rtp?.sequenceResets == 0)
        #expect(truth.rtp?.expected == 140)
        #expect(truth.rtp?.lost == 0)
        // Silent for 1 s or more from 3.59 s on; nothing closed within 10 s at 13 s and 14 s either.
        #expect(truth.indicator == ["3:10"] + (4...14).map { "\($0):0" })
    }

    @Test("of UDP count continuity errors and close from the start")
    func continuity() {
        // 60 is lost: the packet after it is wrong. Slots close 200 ms after their end from the first on.
        var script = Script(carriage: .udpTransport, runs: [100])
        for number in 0..<100 where number != 60 { script.source(number, at: Self.ms(number)) }
        let truth = script.truth()
        #expect(truth.listing == ["25/0/0 part@700", "25/0/0 ok@1200", "25/1/0 FAIL@1700", "25/0/0 open@1990"])
        #expect(truth.discontinuities == 1)
        #expect(truth.rtp == nil)
        // Packet 60 was the first of the four of picture 15.
        #expect(truth.droppedPictures == 1)
        #expect(truth.whollyLostPictures == 0)
    }
}
