import NetworkFormats
import Testing
import Timing

@testable import PacketIO

@Suite("Time of the network")
struct ReceiverClockTests {
    @Test("a wall clock that is stepped changes nothing in the times", arguments: [3_600, -3_600, 20, -20])
    func steps(seconds: Int64) throws {
        let port = UInt16(41_050 + (seconds + 3_600) % 97)
        let flows = [group(50, port: port), group(51, port: port)]
        let clock = SteppingClock()
        var pump = try Pump(ReceiverOptions(interface: "lo", clock: clock), joining: flows)
        let machine = SystemClock()
        let sender = try MulticastSender()
        var sent: [Int64] = []
        for index in 0..<60 {
            // Stepped with datagrams lying in the sockets, and back again later.
            if index == 22 { clock.step(to: seconds * 1_000_000_000) }
            if index == 43 { clock.step(to: 0) }
            sent.append(machine.read().realtime)
            try sender.send("\(index)", to: flows[index % 2])
            if index % 5 == 4 { try pump.turn() }
        }
        try pump.take(60)
        #expect(pump.taken.texts.sorted() == (0..<60).map(String.init).sorted())
        #expect(!pump.taken.fell)
        // Stream time follows the machine's own clocks, which nobody stepped: no datagram is early, none is as late as a
        // tick, though those that lay in the sockets at a step may get the time of the reading.
        for (time, text) in zip(pump.taken.times, pump.taken.texts) {
            let index = try #require(Int(text))
            #expect(time >= sent[index] - 1_000_000 && time < sent[index] + 2_000_000_000)
        }
        #expect(pump.receiver.facts.restamped > 0 && pump.receiver.facts.restamped <= 10)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let stamp: Int64
        let time: Int64?
        var testDescription: String { name }
    }

    // Worked out by hand: the wall clock was 1 000 s ahead of the steady one at the start and is 4 600 s ahead now;
    // stream time began at 1 005 s, the last wake-up was at 1 010 s and this one is at 1 011 s.
    static let cases = [
        Case(name: "between the wake-ups", stamp: 4_610_500_000_000, time: 1_010_500_000_000),
        Case(name: "a second before the last one", stamp: 4_609_000_000_000, time: 1_009_000_000_000),
        Case(name: "earlier", stamp: 4_608_999_999_999, time: nil),
        Case(name: "now", stamp: 4_611_000_000_500, time: 1_011_000_000_500),
        Case(name: "later", stamp: 4_611_000_000_501, time: nil),
        Case(name: "no stamp", stamp: 0, time: nil),
        Case(name: "before the step", stamp: 1_010_500_000_000, time: nil),
    ]

    @Test("stamps are converted with the offset of this wake-up, and believed within a second", arguments: cases)
    func stamps(_ example: Case) {
        var clock = StreamClock(ClockReading(realtime: 1_005_000_000_000, monotonic: 5_000_000_000))
        clock.wake(ClockReading(realtime: 1_010_000_000_000, monotonic: 10_000_000_000))
        clock.wake(ClockReading(realtime: 4_611_000_000_000, monotonic: 11_000_000_000))
        #expect(clock.wakeUp == 1_011_000_000_000 && clock.previous == 1_010_000_000_000)
        #expect(clock.time(ofStamp: example.stamp, now: 1_011_000_000_500) == example.time)
    }
}
