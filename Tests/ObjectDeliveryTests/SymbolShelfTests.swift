import Bytes
import Testing
import Timing
import VenueWire

@testable import ObjectDelivery

@Suite("Symbols of incomplete blocks")
struct SymbolShelfTests {
    // k = 3, r = 2: source and repair symbols that zfec, OpenFEC and flute-alc agree on.
    static let sources = ["010203ff", "10203080", "deadbeef"]
    static let repairs = ["71ca2f40", "8a996ada"]

    private func symbols() throws -> [[UInt8]] {
        try (Self.sources + Self.repairs).map { try #require([UInt8](hex: $0)) }
    }

    @Test("any three of five symbols give the other source symbols back")
    func rebuild() throws {
        let all = try symbols()
        for lost in 0..<5 {
            for other in (lost + 1)..<5 {
                var shelf = SymbolShelf(limit: 1_000)
                let key = SymbolShelf.Key(serial: 1, block: 0)
                var isEnough = false
                for place in 0..<5 where place != lost && place != other {
                    #expect(!isEnough)
                    isEnough = shelf.add(all[place], symbol: UInt8(place), to: key, count: 3, length: 4)
                }
                #expect(isEnough)
                var rebuilt: [Int: String] = [:]
                shelf.rebuild(key, count: 3, length: 4) { symbol, bytes in
                    rebuilt[symbol] = bytes.copied().hex
                    return true
                }
                let want = [lost, other].filter { $0 < 3 }
                #expect(rebuilt == Dictionary(uniqueKeysWithValues: want.map { ($0, Self.sources[$0]) }))
                #expect(shelf.recovered == want.count)
                #expect(shelf.heldBytes == 0)
            }
        }
    }

    @Test("a peer's repair packet gives a file its missing symbol back")
    func peer() throws {
        // The packet that flute-alc 1.11.7 sends for this object: TSI 42, TOI 1, E = 4, B = 3, n = 5, repair symbol 3.
        let repair = try #require(
            [UInt8](hex: "10100605 00000000 002a0001 400300000000000c00040305 00000003 71ca2f40"))
        var listener = Listener(.file)
        listener.take(Packets.table(1, Packets.file(1, "a", 12), session: 42))
        for symbol in [0, 2] {
            let header = try LCTHeader(parsing: repair.lent)
            var packet = Array(repair.prefix(header.length))
            var writer = ByteWriter()
            ObjectSymbolID(block: 0, symbol: UInt32(symbol)).write(to: &writer, encoding: .reedSolomon)
            packet += writer.bytes + (try symbols())[symbol]
            listener.take([packet])
        }
        #expect(listener.story == ["listed a 1"])
        listener.take([repair])
        #expect(listener.story == ["listed a 1", "completed a 1"])
        let serial = try #require(listener.serial(of: "a"))
        #expect(listener.content(of: serial, length: 12).hex == Self.sources.joined())
        #expect(listener.receiver.counters.recovered == 1)
        #expect(listener.receiver.heldBytes < 1_000)
    }

    @Test("without room the block that was touched longest ago goes, and may come again")
    func room() throws {
        let all = try symbols()
        var shelf = SymbolShelf(limit: 24)
        func key(_ block: UInt32) -> SymbolShelf.Key { SymbolShelf.Key(serial: 1, block: block) }
        for block in 0..<2 as Range<UInt32> {
            _ = shelf.add(all[0], symbol: 0, to: key(block), count: 3, length: 4)
        }
        _ = shelf.add(all[1], symbol: 1, to: key(0), count: 3, length: 4)
        #expect(shelf.heldBytes == 24)
        // A third block: block 1 goes, with its one symbol.
        _ = shelf.add(all[0], symbol: 0, to: key(2), count: 3, length: 4)
        #expect(shelf.heldBytes == 24)
        #expect(shelf.shed == 1)
        let isEnough = shelf.add(all[3], symbol: 3, to: key(0), count: 3, length: 4)
        #expect(isEnough)
        // What would not fit even alone is let go at once.
        let isTooLong = !shelf.add(all[0], symbol: 0, to: key(9), count: 7, length: 4)
        #expect(isTooLong)
        #expect(shelf.shed == 2)
        shelf.removeAll(of: 1)
        #expect(shelf.heldBytes == 0)
    }

    @Test("a file whose blocks do not fit is still received from its source symbols")
    func starved() {
        var limits = ObjectLimits()
        limits.symbolBytes = 100
        var listener = Listener(.file, limits: limits)
        listener.take(Packets.table(1, Packets.file(1, "a", 400)))
        let content = Packets.bytes(400)
        let information = TransferInformation(
            encoding: .reedSolomon, transferLength: 400, symbolLength: 50, blockLength: 8, symbolLimit: 10)
        for symbol in 0..<9 {
            var writer = ByteWriter()
            LCTHeader(transportSession: 4, object: 1, codepoint: 5).write(to: &writer, transfer: information)
            ObjectSymbolID(block: 0, symbol: UInt32((symbol + 8) % 9)).write(to: &writer, encoding: .reedSolomon)
            let start = (symbol + 8) % 9 * 50
            writer.write(contentsOf: start < 400 ? Array(content[start..<(start + 50)]) : Packets.bytes(50))
            listener.take([writer.bytes])
        }
        #expect(listener.story.last == "completed a 1")
        #expect(listener.receiver.counters.shed > 0)
        #expect(listener.receiver.counters.recovered == 0)
    }
}

extension SymbolShelf {
    fileprivate mutating func add(_ bytes: [UInt8], symbol: UInt8, to key: Key, count: Int, length: Int) -> Bool {
        add(bytes.lent, symbol: symbol, to: key, count: count, length: length)
    }
}
