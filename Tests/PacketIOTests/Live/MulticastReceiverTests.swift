import Foundation
import NetworkFormats
import Testing
import Timing

@testable import PacketIO

@Suite("Receiving from the network")
struct MulticastReceiverTests {
    @Test("gives each group's datagrams with all that is known of them")
    func facts() throws {
        let first = group(1, port: 41_000)
        var pump = try Pump(joining: [first])
        let sender = try MulticastSender()
        let before = SystemClock().read().realtime
        try sender.send("one", to: first)
        try sender.send("", to: first)
        try pump.take(2)
        let after = SystemClock().read().realtime
        #expect(pump.taken.texts == ["one", ""])
        #expect(pump.taken.ordinals == [1, 2])
        let header = try #require(pump.taken.headers.first)
        #expect(header.source == sender.source && header.source.address.description == "127.0.0.1")
        #expect(header.destination == first && header.ttl == 0 && header.dscp == 0)
        #expect(header.wireLength == 3 && header.storedLength == 3 && header.droppedBefore == 0)
        // The stamps are the kernel's: between the clock before sending and after receiving.
        #expect(pump.taken.times.allSatisfy { (before...after).contains($0) })
        let facts = pump.receiver.facts
        #expect(facts.datagrams == 2 && facts.bytes == 3 && facts.kernelDrops == 0 && facts.sockets == 1)
        #expect(facts.restamped == 0 && facts.strays == 0 && facts.interface == "lo" && facts.isInterfaceUp)
    }

    @Test("gives back the memory that a burst took, and goes on")
    func rests() throws {
        let flow = group(4, port: 41_003)
        var pump = try Pump(joining: [flow])
        let sender = try MulticastSender()
        let long = String(repeating: "x", count: 60_000)
        for index in 0..<900 { try sender.send(index % 300 == 7 ? long : "\(index)", to: flow) }
        try pump.take(900)
        #expect(pump.receiver.buffer.slotCount == 4 * ReceiveBuffer.slotsPerPage)
        // The first look still finds the burst among what is usual, the second one does not.
        for _ in 0..<2 {
            pump.receiver.nextLook = .min
            try pump.turn()
        }
        #expect(pump.receiver.buffer.slotCount == ReceiveBuffer.slotsPerPage)
        for index in 0..<300 { try sender.send(index == 7 ? long : "\(index)", to: flow) }
        try pump.take(1_200)
        #expect(pump.taken.texts[907] == long && pump.taken.texts.last == "299")
    }

    @Test("keeps groups on one port apart")
    func noLeak() throws {
        let groups = [group(2, port: 41_001), group(3, port: 41_001)]
        var one = try Pump(joining: [groups[0]])
        var both = try Pump(joining: groups)
        let sender = try MulticastSender()
        for index in 0..<10 { try sender.send("\(index)", to: groups[index % 2]) }
        try both.take(10)
        try one.take(5)
        #expect(both.taken.texts == (0..<10).map(String.init))
        #expect(both.taken.headers.map(\.destination) == (0..<10).map { groups[$0 % 2] })
        try one.turn(2)
        #expect(one.taken.texts == ["0", "2", "4", "6", "8"])
        #expect(one.receiver.facts.strays == 0)
    }

    @Test("gives the datagrams of many sockets in the order in which they arrived")
    func order() throws {
        // The last socket is sent to first each time, so that the order of reading is not the order of arrival.
        let groups = (0..<8).map { group(10 + $0, port: 41_010 + UInt16($0)) }
        var pump = try Pump(joining: groups)
        let sender = try MulticastSender()
        for index in 0..<400 {
            try sender.send("\(index)", to: groups[7 - index % 8])
            if index % 50 == 49 { try pump.turn() }
        }
        try pump.take(400)
        #expect(pump.taken.texts == (0..<400).map(String.init))
        #expect(!pump.taken.fell)
    }

    @Test("keeps the order when one socket has more than its turn takes")
    func burst() throws {
        let fast = group(20, port: 41_020)
        let slow = [group(21, port: 41_021), group(22, port: 41_022)]
        var pump = try Pump(joining: [slow[0], fast, slow[1]])
        let sender = try MulticastSender()
        // 1 500 in a row, with one of the others after every hundred: all lie there before the first reading.
        var sent: [String] = []
        for index in 0..<1_500 {
            try sender.send("\(index)", to: fast)
            sent.append("\(index)")
            guard index % 100 == 99 else { continue }
            try sender.send("slow \(index)", to: slow[index / 100 % 2])
            sent.append("slow \(index)")
        }
        let state = try pump.receiver.drain(into: &pump.taken)
        // 1 024 of the burst, and of the others only those that came before the last of these.
        #expect(state == .more)
        #expect(pump.taken.texts == Array(sent.prefix(1_024 + 10)))
        #expect(pump.taken.advances.isEmpty)
        try pump.take(sent.count)
        #expect(pump.taken.texts == sent)
        #expect(!pump.taken.fell && pump.receiver.facts.kernelDrops == 0)
    }

    @Test("tells before which datagram the kernel dropped how many")
    func drops() throws {
        let flow = group(30, port: 41_030)
        var pump = try Pump(ReceiverOptions(interface: "lo", bufferSize: 8_192), joining: [flow])
        let sender = try MulticastSender()
        var sent = 0
        for _ in 0..<3 {
            for _ in 0..<100 {
                try sender.send("\(sent)", to: flow)
                sent += 1
            }
            try pump.turn(3)
        }
        try sender.send("\(sent)", to: flow)
        try pump.turn(3)
        // The number in each datagram says how many before it are missing.
        let numbers = pump.taken.texts.compactMap(Int.init)
        let missing = zip([-1] + numbers, numbers).map { $1 - $0 - 1 }
        #expect(numbers.last == 300 && numbers.count < 300)
        #expect(pump.taken.headers.map { Int($0.droppedBefore) } == missing)
        #expect(Int(pump.receiver.facts.kernelDrops) == 301 - numbers.count)
        #expect(pump.receiver.socketFacts.map(\.kernelDrops) == [pump.receiver.facts.kernelDrops])
        #expect(pump.receiver.facts.pressedWakeUps > 0)
    }

    @Test("takes datagrams of any length whole", arguments: [2_047, 2_048, 2_049, 9_000, 65_507])
    func jumbo(length: Int) throws {
        let flow = group(UInt32(length % 61), port: 41_140)
        var pump = try Pump(joining: [flow])
        let sender = try MulticastSender()
        let long = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        for _ in 0..<3 {
            try sender.send("short", to: flow)
            try sender.send(long.span.bytes, to: flow)
        }
        try pump.take(6)
        let isWhole = pump.taken.payloads == (0..<6).map { $0 % 2 == 0 ? Array("short".utf8) : long }
        #expect(isWhole)
        #expect(pump.taken.headers.map { Int($0.wireLength) } == (0..<6).map { $0 % 2 == 0 ? 5 : length })
        #expect(pump.taken.headers.allSatisfy { !$0.isTruncated } && pump.receiver.facts.truncated == 0)
    }

    @Test("ends at the last instant that was given out")
    func end() throws {
        let flow = group(41, port: 41_041)
        var pump = try Pump(joining: [flow])
        #expect(pump.receiver.lastGiven == nil)
        let sender = try MulticastSender()
        try sender.send("last", to: flow)
        try pump.receiver.receive()
        #expect(pump.taken.headers.isEmpty)
        pump.receiver.finish(into: &pump.taken)
        #expect(pump.taken.texts == ["last"] && pump.receiver.givenCount == 1)
        let last = [pump.taken.headers.last?.time, pump.taken.advances.last].compactMap { $0 }.max()
        #expect(pump.receiver.lastGiven == last && last != nil)
    }

    @Test("a waker ends the wait from another thread, or the next one")
    func waker() throws {
        var pump = try Pump()
        let waker = pump.receiver.waker
        try pump.turn()
        waker.wake()
        let answers = [pump.receiver.wait(), pump.receiver.wait()]
        #expect(answers == [true, false])
        try pump.receiver.receive()
        let thread = Thread { waker.wake() }
        thread.start()
        var woken = false
        for _ in 0..<400 where !woken {
            woken = pump.receiver.wait()
            try pump.receiver.receive()
        }
        #expect(woken)
    }

    @Test("tells of silence only what cannot be overtaken any more")
    func silence() throws {
        var pump = try Pump(joining: [group(42, port: 41_042)])
        try pump.turn(8)
        let now = SystemClock().read().realtime
        let last = try #require(pump.taken.advances.last)
        // At least 20 ms back.
        #expect(last.nanoseconds <= now - 20_000_000 && last > pump.receiver.start)
        #expect(pump.taken.advances == pump.taken.advances.sorted())
    }
}
