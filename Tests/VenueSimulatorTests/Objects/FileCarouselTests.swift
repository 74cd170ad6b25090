import Bytes
import ObjectDelivery
import Synchronization
import TestSupport
import Testing
import Timing
import VenueSimulator
import VenueWire

@Suite("File carousel")
struct FileCarouselTests {
    private func bytes(_ count: Int, _ seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func settings(_ layout: ObjectLayout = ObjectLayout()) -> FileCarousel.Settings {
        var settings = FileCarousel.Settings(transportSession: 4)
        settings.layout = layout
        return settings
    }

    @Test("files arrive whole, whichever way they are cut")
    func whole() {
        let layouts = [
            ObjectLayout(), ObjectLayout(symbolLength: 500, sourceCount: 7),
            ObjectLayout(symbolLength: 500, sourceCount: 7, repairCount: 2),
            ObjectLayout(symbolLength: 1_400, sourceCount: 250, repairCount: 5),
        ]
        for layout in layouts {
            var carousel = FileCarousel(settings(layout))
            let contents = [1, 499, 500, 20_000, 0].map { bytes($0, UInt64($0)) }
            for (place, content) in contents.enumerated() {
                carousel.put(CarouselFile(location: "f/\(place)", content: content), at: ObjectStream.start)
            }
            var collector = FileCollector()
            for datagram in ObjectStream.drain(&carousel, until: 300) {
                collector.take(datagram.payload, at: datagram.time)
            }
            #expect(Set(collector.complete.map(\.path)) == Set((0..<5).map { "f/\($0)" }))
            for file in collector.complete {
                #expect(file.content == contents[Int(String(file.path.dropFirst(2))) ?? 0])
                #expect(file.record.md5 != nil)
            }
            #expect(collector.receiver.counters.malformed == 0)
            #expect(collector.receiver.counters.refused == 0)
        }
    }

    @Test("the rate is kept, tables come once a second and before files, and every one is in the future")
    func rate() throws {
        var settings = settings()
        settings.kilobitsPerSecond = 2_000
        var carousel = FileCarousel(settings)
        carousel.put(CarouselFile(location: "big", content: bytes(400_000, 1)), at: ObjectStream.start)
        let datagrams = ObjectStream.drain(&carousel, until: 10_000)
        let bits = datagrams.reduce(0) { $0 + $1.payload.count * 8 }
        #expect(abs(bits - 20_000_000) < 20_000)
        var tables: [StreamTime] = []
        var lastWasTable = true
        for datagram in datagrams {
            let header = try LCTHeader(parsing: datagram.payload.lent)
            if header.object == 0 {
                tables.append(datagram.time)
                #expect(header.tableMark?.version == 2)
                let range = try #require(header.transferInformation)
                #expect(range.count == 14)
                let table = try FileDeliveryTable(
                    parsing: datagram.payload.lent.extracting((header.length + 4)..<datagram.payload.count),
                    entryLimit: 10)
                #expect(
                    NetworkTime(seconds: table.expires, fraction: 0).instant(near: datagram.time)
                        > datagram.time + StreamDuration(seconds: 29))
                #expect(table.entries.map(\.location) == ["big"])
            } else {
                let id = try ObjectSymbolID(parsing: datagram.payload.lent, at: header.length, encoding: .noCode)
                if id.block == 0, id.symbol == 0 { #expect(lastWasTable) }
            }
            lastWasTable = header.object == 0
        }
        for (earlier, later) in zip(tables, tables.dropFirst()) { #expect((later - earlier).seconds < 1.1) }
        // One a second and one before each of the five rounds or so.
        #expect((10...16).contains(tables.count))
        #expect(carousel.rounds >= 4)
    }

    @Test("a changed file is a new TOI and another instance; what was removed is in no table any more")
    func changes() throws {
        var carousel = FileCarousel(settings())
        var collector = FileCollector()
        func run(until milliseconds: Int64) {
            for datagram in ObjectStream.drain(&carousel, until: milliseconds) {
                collector.take(datagram.payload, at: datagram.time)
                collector.tick(at: datagram.time)
            }
        }
        let first = carousel.put(CarouselFile(location: "a", content: bytes(3_000, 1)), at: ObjectStream.start)
        carousel.put(CarouselFile(location: "b", content: bytes(3_000, 2)), at: ObjectStream.start)
        run(until: 100)
        let second = carousel.put(CarouselFile(location: "a", content: bytes(2_000, 3)), at: ObjectStream.at(100))
        #expect([first, second] == [1, 3])
        let removed = ["b", "c"].map { carousel.remove($0, at: ObjectStream.at(100)) }
        #expect(removed == [true, false])
        run(until: 200)
        let told = collector.complete.map { "\($0.path) \($0.version) \($0.content.count)" }
        #expect(told == ["a 1 3000", "b 1 3000", "a 2 2000"])
        #expect(collector.dropped == ["a 1"])
        // Half a life later the table is another instance with another expiry; what it leaves out expires.
        run(until: 61_000)
        #expect(collector.dropped == ["a 1", "b 1"])
        #expect(collector.receiver.files.filter(\.isCurrent).map(\.path) == ["a"])
    }

    @Test("B is on the last packet of a file's last round, and a closed session is told")
    func ends() throws {
        var settings = settings()
        settings.rounds = 2
        var carousel = FileCarousel(settings)
        carousel.put(CarouselFile(location: "a", content: bytes(3_000, 1)), at: ObjectStream.start)
        let datagrams = ObjectStream.drain(&carousel, until: 5_000)
        let headers = try datagrams.map { try LCTHeader(parsing: $0.payload.lent) }
        #expect(headers.filter { $0.object == 1 }.map(\.closesObject) == [false, false, false, false, false, true])
        // Tables go on, so that who comes late knows that there were files.
        #expect(headers.last?.object == 0)
        let end = carousel.close(at: ObjectStream.at(6_000))
        #expect(try LCTHeader(parsing: end.payload.lent).closesSession)
        let behind = carousel.next()
        #expect(carousel.due == nil && behind == nil)
        var collector = FileCollector()
        for datagram in datagrams + [end] { collector.take(datagram.payload, at: datagram.time) }
        #expect(collector.receiver.counters.malformed == 0)
    }

    @Test("a big file is read block by block, and one that cannot be read leaves the carousel")
    func reading() {
        let largest = Mutex(0)
        let length = 4_000_000_000
        let big = CarouselFile(location: "big", length: length) { offset, count in
            largest.withLock { $0 = max($0, count) }
            return offset < 1_000_000 ? [UInt8](repeating: 1, count: count) : nil
        }
        var carousel = FileCarousel(settings(ObjectLayout(symbolLength: 1_400, sourceCount: 64, repairCount: 8)))
        carousel.put(big, at: ObjectStream.start)
        carousel.put(CarouselFile(location: "small", content: [1, 2, 3]), at: ObjectStream.start)
        var collector = FileCollector()
        for datagram in ObjectStream.drain(&carousel, until: 4_000) {
            collector.take(datagram.payload, at: datagram.time)
        }
        #expect(largest.withLock { $0 } == 64 * 1_400)
        #expect(carousel.failed == ["big"])
        #expect(collector.complete.map(\.path) == ["small"])
        #expect(CarouselFile.digest(length: length, read: big.read) == nil)
    }

    @Test("losses of a fifth are made up by rounds alone, or by Reed-Solomon in one round", arguments: [0, 10])
    func losses(_ repairs: Int) {
        var settings = settings(ObjectLayout(symbolLength: 500, sourceCount: 20, repairCount: repairs))
        settings.kilobitsPerSecond = 8_000
        var carousel = FileCarousel(settings)
        let contents = (0..<20).map { bytes(20_000 + $0 * 501, UInt64($0)) }
        for (place, content) in contents.enumerated() {
            carousel.put(CarouselFile(location: "\(place)", content: content), at: ObjectStream.start)
        }
        // Who comes late misses the beginning of a round.
        let all = ObjectStream.drain(&carousel, until: repairs > 0 ? 2_000 : 8_000).dropFirst(150)
        var collector = FileCollector()
        for datagram in ObjectStream.losing(0.2, Array(all), seed: 9) {
            collector.take(datagram.payload, at: datagram.time)
        }
        #expect(Set(collector.complete.map(\.path)).count == 20)
        for file in collector.complete { #expect(file.content == contents[Int(file.path) ?? 0]) }
        #expect((collector.receiver.counters.recovered > 0) == (repairs > 0))
        #expect(collector.receiver.counters.malformed == 0)
    }
}
