import Bytes
import NetworkFormats
import Testing
import Timing
import VenueWire

@testable import ObjectDelivery

@Suite("Messages of a data channel")
struct MessageTests {
    @Test("a message is handed on once, with its last packet, whatever the order of its packets")
    func whole() {
        var listener = Listener(.data)
        let packets = Packets.object(Packets.message("Goal: 1:0, 23rd minute"), object: 7)
        #expect(packets.count == 4)
        listener.take([packets[3], packets[0], packets[2]])
        #expect(listener.output.events.isEmpty)
        listener.take([packets[1]], at: 40)
        #expect(listener.messages == ["7 Goal: 1:0, 23rd minute"])
        guard case .message(let message, _) = listener.output.events[0] else { return }
        #expect(message.first == Packets.at(0) && message.time == Packets.at(40))
        #expect(listener.receiver.counters.delivered == 1)
        #expect(listener.receiver.counters.packets == 4)
        #expect(listener.receiver.heldBytes == 0)
    }

    @Test("repetitions are told by sender, TOI and checksum, and counted once for the whole object")
    func repetitions() {
        var listener = Listener(.data)
        let packets = Packets.object(Packets.message("0:0"), object: 7, symbolLength: 2)
        for time in [0, 100, 200] as [Int64] { listener.take(packets, at: time) }
        #expect(listener.messages == ["7 0:0"])
        #expect(listener.receiver.counters.duplicates == 2)
        // Another text under the same TOI is another message.
        listener.take(Packets.object(Packets.message("0:1"), object: 7, symbolLength: 2), at: 300)
        // And so is the same one from another sender.
        listener.source = IPAddress(v4: 1)
        listener.take(packets, at: 400)
        #expect(listener.messages == ["7 0:0", "7 0:1", "7 0:0"])
        #expect(listener.receiver.counters.incomplete == 0)
    }

    @Test("what one repetition lost the next one brings")
    func combined() {
        var listener = Listener(.data)
        let packets = Packets.object(Packets.message("abcdefgh"), object: 1, symbolLength: 4)
        listener.take([packets[0], packets[2]])
        listener.take([packets[1]], at: 100)
        #expect(listener.messages == ["1 abcdefgh"])
        // The rest of the second repetition is nothing that anybody misses.
        listener.take([packets[2]], at: 100)
        listener.tick(at: 2_100)
        #expect(listener.receiver.counters.incomplete == 0)
        #expect(listener.receiver.heldBytes == 0)
    }

    @Test("a complete message waits 250 ms for the one before it, at most")
    func order() {
        var listener = Listener(.data)
        let packets = (0..<8).map { Packets.object(Packets.message("m\($0)"), object: UInt128($0) + 10) }
        listener.take(packets[0])
        listener.take(packets[2], at: 10)
        listener.take(packets[3], at: 20)
        #expect(listener.messages == ["10 m0"])
        // The missing one comes: all go out in order.
        listener.take(packets[1], at: 100)
        #expect(listener.messages == ["10 m0", "11 m1", "12 m2", "13 m3"])
        listener.take(packets[5], at: 1_000)
        listener.take(packets[6], at: 1_100)
        listener.tick(at: 1_200)
        #expect(listener.messages.count == 4)
        // 250 ms after the first of those that wait, it goes, and what follows it without a gap goes with it.
        listener.tick(at: 1_300)
        #expect(listener.messages.dropFirst(4) == ["15 m5", "16 m6"])
        // The late one still comes, and is marked.
        listener.take(packets[4], at: 1_350)
        #expect(listener.messages.last == "14 m4 late")
        #expect(listener.receiver.counters.outOfOrder == 1)
        listener.take(packets[7], at: 1_400)
        #expect(listener.messages.last == "17 m7")
    }

    @Test("the first message waits only for one before it of which something came")
    func first() {
        var listener = Listener(.data)
        let early = Packets.object(Packets.message("earlier one"), object: 3)
        listener.take([early[0]])
        listener.take(Packets.object(Packets.message("x"), object: 4))
        #expect(listener.messages.isEmpty)
        listener.take(Array(early.dropFirst()), at: 50)
        #expect(listener.messages == ["3 earlier one", "4 x"])
    }

    @Test("TOIs go round without 0")
    func wrap() {
        var listener = Listener(.data)
        listener.take(Packets.object(Packets.message("a"), object: 0xffff_ffff))
        listener.take(Packets.object(Packets.message("b"), object: 1))
        #expect(listener.messages == ["4294967295 a", "1 b"])
        #expect(listener.receiver.counters.outOfOrder == 0)
    }

    @Test("what is incomplete after 2 s is given up, and counted")
    func expiry() {
        var listener = Listener(.data)
        let packets = Packets.object(Packets.message("long enough for two"), object: 1)
        listener.take([packets[0]])
        listener.tick(at: 1_900)
        #expect(listener.receiver.counters.incomplete == 0)
        listener.tick(at: 2_000)
        #expect(listener.receiver.counters.incomplete == 1)
        #expect(listener.receiver.heldBytes == 0)
        listener.take(Array(packets.dropFirst()), at: 2_100)
        #expect(listener.messages.isEmpty)
        listener.receiver.finish(at: Packets.at(2_200), into: &listener.output)
        #expect(listener.receiver.counters.incomplete == 2)
    }

    @Test("a wrong checksum is a corrupt message, not a delivered one")
    func corrupt() {
        var listener = Listener(.data)
        var content = Packets.message("0:0")
        content[1] ^= 1
        listener.take(Packets.object(content, object: 1))
        listener.take(Packets.object([1, 2, 3], object: 2))
        #expect(listener.output.events.isEmpty)
        #expect(listener.receiver.counters.corrupt == 2)
    }

    @Test("64 KiB fit, a byte more does not")
    func limit() {
        var listener = Listener(.data)
        let most = [UInt8](repeating: 65, count: 64 << 10)
        listener.take(Packets.object(Packets.message(most), object: 1, symbolLength: 1_400))
        #expect(listener.receiver.counters.delivered == 1)
        listener.take(Packets.object(Packets.message(most + [66]), object: 2, symbolLength: 1_400))
        #expect(listener.receiver.counters.delivered == 1)
        #expect(listener.receiver.counters.refused == 1)
        #expect(listener.receiver.heldBytes == 0)
    }

    @Test("a new session makes the same message new")
    func session() {
        var listener = Listener(.data)
        let packets = Packets.object(Packets.message("hello"), object: 9)
        listener.take(packets)
        listener.take(Packets.object(Packets.message("wait"), object: 11))
        listener.receiver.newSession(at: Packets.at(100), into: &listener.output)
        listener.take(packets, at: 200)
        #expect(listener.messages == ["9 hello", "11 wait", "9 hello"])
        #expect(listener.receiver.counters.duplicates == 0)
    }

    @Test("packets without transfer information wait for one that has it")
    func lateInformation() {
        var listener = Listener(.data)
        let content = Packets.message("three packets here.")
        let bare = Packets.object(content, object: 5, hasInformation: false)
        let full = Packets.object(content, object: 5)
        listener.take([bare[1], bare[2]])
        #expect(listener.receiver.heldBytes > 0)
        listener.take([full[0]])
        #expect(listener.messages == ["5 three packets here."])
    }

    @Test("messages that all wait for others are handed on in order once too many wait")
    func flood() {
        var listener = Listener(.data)
        listener.take(Packets.object(Packets.message("first"), object: 1, symbolLength: 16))
        // Every second TOI, the highest first.
        for object in (2...1_200).reversed() as ReversedCollection<ClosedRange<UInt128>> {
            listener.take(Packets.object(Packets.message("m"), object: object * 2, symbolLength: 16))
        }
        #expect(listener.receiver.counters.delivered == 1_199 - 1_024 + 1)
        #expect(listener.receiver.heldBytes == 1_024 * 5)
        listener.tick(at: 250)
        #expect(listener.receiver.counters.delivered == 1_200)
    }

    @Test("hostile packets cost no more than the limits allow")
    func hostile() {
        var limits = ObjectLimits()
        limits.partialObjects = 8
        limits.senders = 2
        var listener = Listener(.data, limits: limits)
        for object in 1...1_000 as ClosedRange<UInt128> {
            listener.take([
                Packets.object([UInt8](repeating: 0, count: 60_000), object: object, symbolLength: 30_000)[0]
            ])
        }
        #expect(listener.receiver.heldBytes <= 8 * 70_000)
        #expect(listener.receiver.counters.incomplete == 992)
        for session in 5...100 as ClosedRange<UInt64> {
            listener.take(Packets.object(Packets.message("x"), session: session, object: 1))
        }
        #expect(listener.receiver.counters.refused == 95)
        listener.take([[], [0x10], [UInt8](repeating: 0xff, count: 40)])
        #expect(listener.receiver.counters.malformed == 3)
        // The table's TOI carries no message.
        listener.take(Packets.object(Packets.message("x"), object: 0))
        #expect(listener.receiver.counters.refused == 96)
    }
}
