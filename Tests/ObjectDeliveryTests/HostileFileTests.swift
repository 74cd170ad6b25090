import Bytes
import CaptureFormats
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueWire

@testable import ObjectDelivery

@Suite("Hostile file channels")
struct HostileFileTests {
    @Test("files that would lie elsewhere, or are too long, are refused and counted")
    func entries() {
        var listener = Listener(.file)
        let names = ["../x", "/etc/passwd", "a/%2e%2e/b", "file:///../x", "a&#9;b", "c\\d", "a%00"]
        var files = names.enumerated().map { Packets.file(UInt64($0.offset) + 1, $0.element, 10) }
        files.append(Packets.file(50, "long", 4 << 30 + 1))
        files.append(Packets.file(51, "coded", 10, more: "Content-Encoding='br'"))
        files.append(Packets.file(52, "good", 10))
        files.append("<File TOI='0' Content-Location='zero'/>")
        // One path belongs to one URI.
        files.append(Packets.file(53, "goo%64", 10))
        listener.take(Packets.table(1, files.joined()))
        #expect(listener.story == ["listed good 1"])
        #expect(listener.receiver.counters.refused == names.count + 4)
    }

    @Test("a table with entities, of too many entries or of too many bytes is refused and counted")
    func tables() {
        var listener = Listener(.file)
        func send(_ text: String, _ instance: UInt32) {
            let packets = Packets.object(
                Array(text.utf8), object: 0, symbolLength: 60_000, mark: TableMark(instance: instance))
            listener.take(packets)
        }
        send("<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><FDT-Instance Expires='4000000000'/>", 1)
        #expect(listener.receiver.counters.refused == 1)
        let entry = "<File TOI='1' Content-Location='a'/>"
        send("<FDT-Instance Expires='4000000000'>\(String(repeating: entry, count: 100_000))</FDT-Instance>", 2)
        #expect(listener.receiver.counters.refused == 2)
        let long = TransferInformation(
            encoding: .noCode, transferLength: 1 << 47, symbolLength: 1_400, blockLength: 64)
        var header = LCTHeader(transportSession: 4, object: 0, codepoint: 0)
        header.tableMark = TableMark(instance: 3)
        var writer = ByteWriter()
        header.write(to: &writer, transfer: long)
        ObjectSymbolID(block: 0, symbol: 0).write(to: &writer, encoding: .noCode)
        writer.write(repeating: 0, count: 1_400)
        listener.take([writer.bytes, writer.bytes])
        #expect(listener.receiver.counters.refused == 3)
        #expect(listener.output.events.isEmpty)
        #expect(listener.receiver.heldBytes < 8 << 20)
    }

    @Test("lengths that only packets state are held to the same limits")
    func lengths() {
        var limits = ObjectLimits()
        limits.markBytes = 1_000
        var listener = Listener(.file, limits: limits)
        let files = (1...4).map { "<File TOI='\($0)' Content-Location='f\($0)'/>" }
        listener.take(Packets.table(1, files.joined()))
        let hostile: [(UInt64, Int, Int)] = [(1 << 40, 1_400, 64), (1 << 30, 1, 65_536), (9_000, 1, 64), (64, 0, 64)]
        for (object, (length, symbol, block)) in hostile.enumerated() {
            let information = TransferInformation(
                encoding: .noCode, transferLength: length, symbolLength: symbol, blockLength: block)
            var writer = ByteWriter()
            LCTHeader(transportSession: 4, object: UInt128(object) + 1, codepoint: 0)
                .write(to: &writer, transfer: information)
            ObjectSymbolID(block: 0, symbol: 0).write(to: &writer, encoding: .noCode)
            writer.write(repeating: 0, count: 1_400)
            listener.take([writer.bytes])
        }
        #expect(listener.receiver.counters.refused == 4)
        #expect(listener.story.suffix(4) == ["dropped f1 1", "dropped f2 1", "dropped f3 1", "dropped f4 1"])
        #expect(listener.receiver.heldBytes < 10_000)
    }

    @Test("versions without end are remembered up to the limit")
    func versions() {
        var limits = ObjectLimits()
        limits.files = 16
        var listener = Listener(.file, limits: limits)
        for turn in 1...200 as ClosedRange<UInt64> {
            listener.take(Packets.table(UInt32(turn), Packets.file(turn, "same", 10)))
        }
        #expect(listener.receiver.files.count <= 18)
        #expect(listener.receiver.files.last?.version == 200)
        let many = (1_000...1_100).map { Packets.file(UInt64($0), "n\($0)", 10) }
        listener.take(Packets.table(300, many.joined()))
        #expect(listener.receiver.files.count <= 18)
        #expect(listener.receiver.files.filter(\.isCurrent).count == 16)
        #expect(listener.receiver.counters.refused == 101 - 15)
    }

    @Test("full tables that name ever other files are refused entry by entry, in no more time than they take to read")
    func fullTable() {
        var listener = Listener(.file)
        func send(_ first: Int, _ instance: UInt32) {
            let files = (first..<(first + 10_000)).map { "<File TOI='\($0)' Content-Location='n\($0)'/>" }
            let text = "<FDT-Instance Expires='4000000000'>\(files.joined())</FDT-Instance>"
            listener.take(
                Packets.object(
                    Array(text.utf8), object: 0, symbolLength: 60_000, mark: TableMark(instance: instance)))
        }
        for turn in 0..<4 as Range<UInt32> { send(1 + 10_000 * Int(turn), turn) }
        #expect(listener.receiver.files.count == 10_000)
        #expect(listener.receiver.counters.refused == 30_000)
        // Its TOI again for something else: one goes, and one takes its place.
        let other = "<FDT-Instance Expires='4000000000'><File TOI='1' Content-Location='other'/></FDT-Instance>"
        listener.take(
            Packets.object(Array(other.utf8), object: 0, symbolLength: 60_000, mark: TableMark(instance: 9)))
        #expect(listener.story.suffix(2) == ["dropped n1 1", "listed other 1"])
        #expect(listener.receiver.files.filter(\.isCurrent).count == 10_000)
    }

    @Test("packets of objects that no table names are kept up to the limit")
    func unlisted() {
        var limits = ObjectLimits()
        limits.waitingBytes = 50_000
        limits.partialObjects = 20
        var listener = Listener(.file, limits: limits)
        for object in 1...100 as ClosedRange<UInt128> {
            listener.take([Packets.object(Packets.bytes(500), object: object, symbolLength: 500)[0]])
        }
        #expect(listener.receiver.counters.shed == 80)
        for _ in 0..<200 { listener.take([Packets.object(Packets.bytes(500), object: 1, symbolLength: 500)[0]]) }
        #expect(listener.receiver.heldBytes <= 50_000)
    }

    @Test("damaged streams never stop it, whatever the kind of channel")
    func damage() {
        var generator = SeededGenerator(seed: 4)
        var stream = Packets.table(1, Packets.file(1, "a", 900) + Packets.file(2, "b", 40))
        stream += Packets.object(Packets.bytes(900), object: 1, symbolLength: 100)
        stream += Packets.object(Packets.message("damaged"), object: 2)
        for kind in [ChannelKind.file, .data] {
            var listener = Listener(kind)
            for turn in 0..<400 as Range<Int64> {
                for packet in stream {
                    listener.take([Mutation.mutated(packet, with: &generator)], at: turn * 20)
                }
                listener.tick(at: turn * 20)
                #expect(listener.receiver.heldBytes < 64 << 20)
                listener.output.clear()
            }
        }
    }
}
