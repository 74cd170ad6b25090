import Bytes
import ObjectDelivery
import TestSupport
import Testing
import Timing
import VenueSimulator
import VenueWire

@Suite("Message sender")
struct MessageSenderTests {
    private func settings(_ layout: ObjectLayout = ObjectLayout(symbolLength: 1_024), seed: UInt64 = 1)
        -> MessageSender.Settings
    {
        var settings = MessageSender.Settings(transportSession: 3, start: ObjectStream.start)
        settings.layout = layout
        settings.seed = seed
        return settings
    }

    private func received(_ datagrams: [ObjectDatagram]) -> (texts: [String], counters: ObjectCounters) {
        var receiver = ObjectReceiver(kind: .data)
        var output = ObjectOutput()
        var tick = ObjectStream.start
        for datagram in datagrams {
            while tick + StreamTime.tick < datagram.time {
                tick = tick + StreamTime.tick
                receiver.tick(at: tick, into: &output)
            }
            receiver.ingest(datagram.payload.lent, from: ObjectStream.source, at: datagram.time, into: &output)
        }
        receiver.finish(at: tick + StreamDuration(seconds: 3), into: &output)
        let texts = output.events.compactMap { event -> String? in
            guard case .message(_, let range) = event else { return nil }
            return String(decoding: output.bytes[range], as: UTF8.self)
        }
        return (texts, receiver.counters)
    }

    @Test("the first TOI is the start in milliseconds, and 0 is left out")
    func objects() {
        var sender = MessageSender(settings())
        // 1767225600000 mod 2³², by Python.
        var objects = (0..<2).map { _ in sender.send([1], at: ObjectStream.start) }
        #expect(objects == [1_994_041_344, 1_994_041_345])
        var last = settings()
        last.firstObject = .max
        sender = MessageSender(last)
        objects = [1, 1, 65_537].map { sender.send([UInt8](repeating: 0, count: $0), at: ObjectStream.start) }
        #expect(objects == [.max, 1, nil])
    }

    @Test("a message goes out three times, 50 to 200 ms apart, B on the last, shuffled, every packet with EXT_FTI")
    func repetitions() throws {
        var sender = MessageSender(settings())
        let message = [UInt8](repeating: 7, count: 5_000)
        let object = sender.send(message, at: ObjectStream.start) ?? 0
        let datagrams = ObjectStream.drain(&sender)
        // ⌈5004 / 1024⌉ = 5 packets, three times.
        #expect(datagrams.count == 15)
        var orders: [[UInt32]] = []
        for (place, datagram) in datagrams.enumerated() {
            let header = try LCTHeader(parsing: datagram.payload.lent)
            #expect(header.transportSession == 3 && header.object == UInt128(object) && header.codepoint == 0)
            #expect(header.closesObject == (place >= 10))
            #expect(header.senderTime?.instant(near: datagram.time) == datagram.time)
            let range = try #require(header.transferInformation)
            let information = try TransferInformation(
                parsing: datagram.payload.lent, in: range, encoding: .noCode)
            #expect(information.transferLength == 5_004)
            let id = try ObjectSymbolID(parsing: datagram.payload.lent, at: header.length, encoding: .noCode)
            if place % 5 == 0 { orders.append([]) }
            orders[place / 5].append(id.symbol)
        }
        #expect(orders.allSatisfy { $0.sorted() == [0, 1, 2, 3, 4] })
        #expect(Set(orders).count > 1)
        for place in [5, 10] {
            let pause = datagrams[place].time - datagrams[place - 1].time
            #expect((50...200).contains(Int(pause.milliseconds)))
        }
    }

    @Test("what is sent is received once, in order, and the same seed gives the same datagrams")
    func received() {
        func run(_ seed: UInt64) -> [ObjectDatagram] {
            var sender = MessageSender(settings(seed: seed))
            for count in 0..<20 as Range<Int64> {
                sender.send(Array("message \(count)".utf8), at: ObjectStream.at(count * 30))
            }
            return ObjectStream.drain(&sender)
        }
        let datagrams = run(1)
        #expect(datagrams == run(1))
        #expect(datagrams != run(2))
        #expect(zip(datagrams, datagrams.dropFirst()).allSatisfy { $0.time <= $1.time })
        let (texts, counters) = received(datagrams)
        #expect(texts == (0..<20).map { "message \($0)" })
        #expect(counters.duplicates == 40)
        #expect(counters.incomplete == 0 && counters.outOfOrder == 0)
    }

    @Test("repetition and Reed-Solomon make up for a fifth of lost packets")
    func losses() {
        for layout in [
            ObjectLayout(symbolLength: 100), ObjectLayout(symbolLength: 100, sourceCount: 10, repairCount: 5),
        ] {
            var sender = MessageSender(settings(layout))
            let texts = (0..<30).map { "\($0) " + String(repeating: "x", count: 700) }
            for (count, text) in texts.enumerated() {
                sender.send(Array(text.utf8), at: ObjectStream.at(Int64(count) * 900))
            }
            let kept = ObjectStream.losing(0.2, ObjectStream.drain(&sender), seed: 5)
            let result = received(kept)
            // 8 packets: all three copies of one are lost with 0.2³ = 0.008; with 5 repairs hardly ever.
            #expect(result.counters.delivered >= (layout.repairCount > 0 ? 30 : 22))
            #expect(Set(result.texts).isSubset(of: Set(texts)))
            #expect(result.counters.corrupt == 0 && result.counters.malformed == 0)
            if layout.repairCount > 0 { #expect(result.counters.recovered > 0) }
        }
    }
}
