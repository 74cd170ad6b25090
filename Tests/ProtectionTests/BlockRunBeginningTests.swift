import Protection
import Testing
import VenueWire

@Suite("The beginning of a run of Reed-Solomon windows")
struct BlockRunBeginningTests {
    // Windows of one packet, 1000 in block 7, 1001 in block 8: 1000 is overtaken by 1001 and by the repair packet of its own
    // window, which comes before block 9 closes that window (definitions B1, C1).
    @Test(
        "a repair packet below the run's first window counts when a reordered source packet lowers the base",
        arguments: [
            // (when the repair packet comes, when the source packet comes, what becomes of the window, recovered, late)
            // In time both: all k arrived.
            (1001.0, 1001.5, "-1 whole 0/1", 0, 0),
            // Before the media: the same.
            (999.0, 1001.5, "-1 whole 0/1", 0, 0),
            // The source packet too late, after block 9: the packet had been recovered when the window closed. As the first
            // one, not seen from its first source packet while it was open, the window is in no class.
            (1001.0, 1002.5, "-1 partial 1/1", 1, 1),
            (999.0, 1002.5, "-1 partial 1/1", 1, 1),
            // The repair packet too late as well.
            (1002.2, 1002.5, "-1 partial 1/0", 0, 1),
        ])
    func belowTheFirst(_ repair: Double, _ source: Double, _ want: String, _ recovered: Int, _ late: Int) throws {
        var rig = BlockRig(k: 1, r: 1)
        rig.rig.flow.announced(
            AnnouncedProtection(scheme: .reedSolomon, matrix: "rizzo", sourceCount: 1, repairCount: 1))
        if repair < 1000 { try rig.repair(0, 0, at: repair) }
        try rig.send(1, 0, at: 1000)
        var events: [(Double, Bool)] = [(source, true)]
        if repair > 1000 { events.append((repair, false)) }
        var isNextSent = false
        for (time, isSource) in events.sorted(by: { $0.0 < $1.0 }) {
            if time > 1002, !isNextSent {
                try rig.send(2, 0, at: 1002)
                isNextSent = true
            }
            if isSource { try rig.send(0, 0, at: time) } else { try rig.repair(0, 0, at: time) }
        }
        for window in (isNextSent ? 3 : 2)..<6 { try rig.send(window, 0, at: 1001 + Double(window)) }
        rig.rig.finish(at: 1100)
        // The window below the first has the number -1: 0 is the first one as it was known at the beginning.
        #expect(rig.classes.first == want)
        #expect(rig.rig.flow.fec.recovered == recovered && rig.rig.flow.fec.unrecovered == late - recovered)
        #expect(rig.rig.flow.counters.late == late && rig.rig.flow.counters.lost == 0 && rig.addsUp)
        #expect(rig.rig.flow.fec.received == 1)
    }

    @Test("repair packets below the run's first window are let go when its base can be no lower")
    func belowTheFirstLetGo() throws {
        var rig = BlockRig(k: 1, r: 1)
        rig.rig.flow.announced(
            AnnouncedProtection(scheme: .reedSolomon, matrix: "rizzo", sourceCount: 1, repairCount: 1))
        try rig.send(1, 0, at: 1000)
        try rig.repair(0, 0, at: 1001)
        let kept = rig.rig.flow.oldestNeeded
        // The base is the lowest of the first 100 packets (definitions C1): these are the 2nd to the 99th.
        for window in 2..<100 { try rig.send(window, 0, at: 1000 + Double(window)) }
        #expect(rig.rig.flow.oldestNeeded == kept)
        try rig.send(100, 0, at: 1100)
        #expect(rig.rig.flow.oldestNeeded > kept)
        rig.rig.finish(at: 1200)
        #expect(rig.addsUp && rig.rig.flow.counters.lost == 0 && rig.rig.flow.fec.received == 1)
    }
}
