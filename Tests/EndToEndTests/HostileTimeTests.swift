import FuzzTargets
import Pipeline
import Protection
import Testing
import Timing

@Suite("Hostile time")
struct HostileTimeTests {
    /// Stamps that no clock shows, as a pcapng file with a wild resolution or offset gives them.
    @Test("may begin and stand at either end of its range", arguments: [Int64.min, .min + 1, -1, .max - 1, .max])
    func ends(nanoseconds: Int64) {
        var feeder = VenueFeeder()
        feeder.time = StreamTime(nanoseconds: nanoseconds)
        for number in 0..<40 as Range<UInt16> {
            feeder.send(SeedBytes.rtp(number, [1, 2, 3]))
            feeder.send(SeedBytes.transport(1), to: 1)
            feeder.send(SeedBytes.parity(number, base: number &- 8), port: 5_002)
            feeder.wait(milliseconds: 30)
        }
        feeder.time = StreamTime(nanoseconds: .max)
        for number in 40..<80 as Range<UInt16> { feeder.send(SeedBytes.rtp(number, [1, 2, 3])) }
        #expect(feeder.finish() == [])
    }

    /// Every gap could run 36 000 ticks of every channel.
    @Test("may pass by the hour between any two of many datagrams")
    func hours() {
        var feeder = VenueFeeder()
        for group in 0..<100 as Range<UInt32> { feeder.send(SeedBytes.transport(1), to: group) }
        for number in 0..<3_000 {
            feeder.wait(milliseconds: 3_599_000)
            feeder.send(SeedBytes.rtp(UInt16(truncatingIfNeeded: number), [1]), to: 200 + UInt32(number % 2))
        }
        #expect(feeder.finish() == [])
    }

    /// Nothing becomes due: no window closes, and nothing that waits for time is given up by it.
    @Test("may stand still while one packet is repeated for ever", arguments: [true, false])
    func standstill(isProtected: Bool) {
        var feeder = VenueFeeder()
        let payload = [UInt8](repeating: 7, count: 1_316)
        for number in 0..<20 as Range<UInt16> { feeder.send(SeedBytes.rtp(number, payload)) }
        if isProtected { feeder.send(SeedBytes.parity(1, base: 16), port: 5_002) }
        for number in 0..<40_000 as Range<UInt16> {
            feeder.send(SeedBytes.rtp(19, payload))
            if isProtected, number % 4 == 0 { feeder.send(SeedBytes.parity(1, base: 16), port: 5_002) }
        }
        let channel = feeder.engine.snapshot.channels[0]
        #expect(channel.heldDatagrams <= 16_400)
        #expect(channel.heldBytes <= 17 << 20)
        #expect(channel.sequence?.counters.received == 20)
        #expect(feeder.finish() == [])
    }
}
