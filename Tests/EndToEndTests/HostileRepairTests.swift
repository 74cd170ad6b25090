import FuzzTargets
import Pipeline
import TestSupport
import Testing

@Suite("Hostile repair packets")
struct HostileRepairTests {
    /// Windows of one packet: a jump of the numbers closes thousands of them at once.
    @Test("may protect single packets whose numbers jump")
    func singlePackets() {
        var feeder = VenueFeeder()
        var number: UInt16 = 0
        for round in 0..<60 {
            feeder.send(SeedBytes.rtp(number, [1, 2, 3]))
            for ahead in 0..<30 as Range<UInt16> {
                feeder.send(
                    SeedBytes.parity(ahead, base: number &+ ahead * 90, isRow: true, columns: 255), port: 5_004)
            }
            feeder.send(SeedBytes.parity(0, base: number, columns: 1, rows: 1), port: 5_002)
            number &+= round < 4 ? 1 : 2_999
            feeder.wait(milliseconds: 1)
        }
        #expect(feeder.finish() == [])
    }

    /// More than a thousand rows over the same few packets, none of which can be rebuilt.
    @Test("may protect the same packets over and over")
    func sameNumbers() {
        var feeder = VenueFeeder()
        for number in 0..<600 as Range<UInt16> {
            if number % 2 == 0 { feeder.send(SeedBytes.rtp(number, [UInt8](repeating: 9, count: 400))) }
            for row in 0..<6 as Range<UInt16> {
                feeder.send(
                    SeedBytes.parity(row, base: number &+ row * 41, isRow: true, columns: 255, length: 500),
                    port: 5_004)
            }
            if number < 4 { feeder.send(SeedBytes.parity(number, base: number, columns: 1, rows: 1), port: 5_002) }
        }
        #expect(feeder.finish() == [])
    }

    @Test("may name another grid each time")
    func changingGrids() {
        var random = SeededGenerator(seed: 2022)
        var feeder = VenueFeeder()
        for number in 0..<3_000 as Range<UInt16> {
            feeder.send(SeedBytes.rtp(number, [1, 2, 3]))
            let columns = Int.random(in: 1...40, using: &random)
            let rows = Int.random(in: 1...25, using: &random)
            let isRow = number % 5 == 0
            feeder.send(
                SeedBytes.parity(number, base: number &- 30, isRow: isRow, columns: columns, rows: rows),
                port: isRow ? 5_004 : 5_002)
            feeder.wait(milliseconds: 3)
        }
        let venue = feeder.engine.snapshot
        #expect(venue.channels.count == 1)
        #expect(feeder.finish() == [])
    }
}
