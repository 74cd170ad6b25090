import Bytes
import Channels
import NetworkFormats
import ObjectDelivery
import Protection
import Testing
import Timing
import VenueSimulator
import VenueWire

@testable import Pipeline

/// What channels tell of objects: the bytes of each file put together, and the messages.
struct ObjectLog: ChannelSink {
    var channels: [ChannelIdentity] = []
    var files: [String: [UInt8]] = [:]
    var messages: [(channel: Int32, text: String)] = []
    var completed: [String] = []
    var dropped: [String] = []
    private var uris: [FileKey: String] = [:]

    mutating func opened(_ channel: ChannelIdentity) { channels.append(channel) }
    mutating func released(_ channel: Int32, _ release: Release, _ bytes: RawSpan) {}
    mutating func closed(_ channel: Int32, _ record: WindowRecord, at moment: Moment) {}

    mutating func object(_ channel: Int32, _ event: ObjectEvent, _ bytes: RawSpan, at moment: Moment) {
        switch event {
        case .message: messages.append((channel, String(decoding: bytes.copied(), as: UTF8.self)))
        case .fileListed(let record): uris[record.key] = record.uri
        case .fileBytes(let key, let offset, _):
            guard let uri = uris[key] else { return }
            var content = files[uri] ?? []
            let end = Int(offset) + bytes.byteCount
            if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
            content.overwrite(at: Int(offset), with: bytes)
            files[uri] = content
        case .fileCompleted(let record): completed.append(record.uri)
        case .fileDropped(let record): dropped.append(record.uri)
        }
    }
}

@Suite("Data and file channels")
struct ObjectChannelTests {
    private static let start = VenueSpec.customaryStart
    private static let group = Endpoint(IPAddress(v4: 0xef0a_0a04), 5_000)
    private static let source = Endpoint(IPAddress(v4: 0x0a01_010a), 4_000)

    private static func header(_ datagram: ObjectDatagram, _ ordinal: UInt64) -> DatagramHeader {
        let length = UInt32(datagram.payload.count)
        return DatagramHeader(
            time: datagram.time, ordinal: ordinal, source: source, destination: group, wireLength: length,
            storedLength: length)
    }

    private static func content(_ count: Int, _ seed: UInt8) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) ^ seed }
    }

    @Test("bring every byte of files that nobody announces, and tell of each in the snapshot")
    func files() throws {
        var carousel = FileCarousel(FileCarousel.Settings(transportSession: 4))
        let contents = ["a.bin": Self.content(70_001, 1), "b/c.bin": Self.content(1, 2), "d.txt": []]
        for (uri, content) in contents.sorted(by: { $0.key < $1.key }) {
            carousel.put(CarouselFile(location: uri, content: content), at: Self.start)
        }
        var engine = VenueEngine(output: ObjectLog())
        var ordinal: UInt64 = 0
        while carousel.rounds < 2, let datagram = carousel.next() {
            ordinal += 1
            engine.ingest(Self.header(datagram, ordinal), datagram.payload.lent)
        }
        engine.finish()
        #expect(engine.output.files == contents.filter { !$0.value.isEmpty })
        #expect(Set(engine.output.completed) == Set(contents.keys))
        let channel = try #require(engine.snapshot.channels.first)
        #expect(channel.identity.kind == .file && channel.identity.transportSession == 4)
        let objects = try #require(channel.objects)
        #expect(objects.ledger.files.map(\.uri) == ["a.bin", "b/c.bin", "d.txt"])
        #expect(objects.ledger.files.map(\.isComplete) == [true, true, true])
        #expect(objects.ledger.listed == 3 && objects.ledger.completed == 3 && objects.ledger.abandoned == 0)
        #expect(engine.files(of: 0)?.count == 3)
        #expect(channel.sequence == nil && channel.transport == nil)
        #expect(channel.first?.ordinal == 1 && channel.last?.ordinal == ordinal)
        #expect(engine.messages(of: 7) == nil && engine.files(of: -1) == nil)
    }

    @Test("tell a report of files that are out of the table at the end")
    func expired() throws {
        var settings = FileCarousel.Settings(transportSession: 4)
        settings.tableLife = StreamDuration(seconds: 10)
        settings.rounds = 1
        var carousel = FileCarousel(settings)
        carousel.put(CarouselFile(location: "a", content: Self.content(3_000, 1)), at: Self.start)
        var engine = VenueEngine(output: ObjectLog())
        for ordinal in 1...3 as ClosedRange<UInt64> {
            guard let datagram = carousel.next() else { break }
            engine.ingest(Self.header(datagram, ordinal), datagram.payload.lent)
        }
        engine.advance(to: Self.start + StreamDuration(seconds: 60))
        engine.finish()
        let ledger = try #require(engine.snapshot.channels.first?.objects?.ledger)
        #expect(ledger.files.map(\.uri) == ["a"])
        #expect(engine.output.dropped == ["a"])
    }

    /// An engine with a data channel, as an announcement would open it.
    private static func talking() -> VenueEngine<ObjectLog> {
        var engine = VenueEngine(output: ObjectLog())
        var events = ClassifierOutput()
        _ = engine.front.classifier.openObjects(
            group, from: source.address, session: 3, kind: .data, carriage: .alc,
            at: Moment(time: start, ordinal: 1), into: &events)
        for case .opened(let identity) in events.events { engine.group.open(identity, into: &engine.output) }
        return engine
    }

    @Test("hand messages on once each, keep them, and give the same whatever the rate of ticks")
    func messages() throws {
        var texts: [[String]] = []
        for step in [50, 5_000] as [Int64] {
            var sender = MessageSender(MessageSender.Settings(transportSession: 3, start: Self.start))
            for number in 0..<40 {
                _ = sender.send(
                    Array("goal \(number)".utf8), at: Self.start + StreamDuration(milliseconds: Int64(number) * 1_000))
            }
            var engine = Self.talking()
            var ordinal: UInt64 = 0
            var time = Self.start
            while let datagram = sender.next() {
                ordinal += 1
                while time + StreamDuration(milliseconds: step) < datagram.time {
                    time = time + StreamDuration(milliseconds: step)
                    engine.advance(to: time)
                }
                engine.ingest(Self.header(datagram, ordinal), datagram.payload.lent)
            }
            engine.advance(to: Self.start + StreamDuration(seconds: 40))
            let kept = try #require(engine.messages(of: 0))
            // Those of the last thirty seconds, the tenth among them.
            #expect(kept.all.map { String(decoding: $0.bytes, as: UTF8.self) } == (10..<40).map { "goal \($0)" })
            #expect(kept.all.map(\.number) == (11...40).map { $0 })
            engine.finish()
            #expect(engine.snapshot.channels[0].objects?.counters.delivered == 40)
            texts.append(engine.output.messages.map(\.text))
        }
        #expect(texts[0] == (0..<40).map { "goal \($0)" })
        #expect(texts[0] == texts[1])
    }

    @Test("hand the same message on again in a new session")
    func session() throws {
        var engine = Self.talking()
        for round in 0..<2 as Range<Int64> {
            var sender = MessageSender(MessageSender.Settings(transportSession: 3, start: Self.start))
            _ = sender.send(Array("kick-off".utf8), at: Self.start + StreamDuration(seconds: round * 2))
            while let datagram = sender.next() { engine.ingest(Self.header(datagram, 1), datagram.payload.lent) }
            engine.beginSession(of: 0)
        }
        engine.finish()
        #expect(engine.output.messages.map(\.text) == ["kick-off", "kick-off"])
        #expect(engine.messages(of: 0)?.lastNumber == 2)
    }

    @Test("rest when nothing comes, and are woken by the next datagram")
    func rest() throws {
        var engine = Self.talking()
        var sender = MessageSender(MessageSender.Settings(transportSession: 3, start: Self.start))
        _ = sender.send([0x61], at: Self.start)
        while let datagram = sender.next() { engine.ingest(Self.header(datagram, 1), datagram.payload.lent) }
        engine.advance(to: Self.start + StreamDuration(seconds: 100))
        #expect(engine.group.isAtRest)
        #expect(engine.messages(of: 0)?.isEmpty == true)
        _ = sender.send([0x62], at: Self.start + StreamDuration(seconds: 3_000))
        while let datagram = sender.next() { engine.ingest(Self.header(datagram, 2), datagram.payload.lent) }
        engine.advance(to: Self.start + StreamDuration(seconds: 3_001))
        #expect(!engine.group.isAtRest)
        #expect(engine.messages(of: 0)?.all.map(\.bytes) == [[0x62]])
    }

    @Test("take no truncated packet for an object's, and say that there are some")
    func truncated() throws {
        var engine = Self.talking()
        var sender = MessageSender(MessageSender.Settings(transportSession: 3, start: Self.start))
        _ = sender.send([UInt8](repeating: 7, count: 500), at: Self.start)
        while let datagram = sender.next() {
            var header = Self.header(datagram, 1)
            header.storedLength = 60
            engine.ingest(header, Array(datagram.payload.prefix(60)).lent)
        }
        engine.finish()
        #expect(engine.output.messages.isEmpty)
        #expect(engine.snapshot.channels[0].isTruncated)
        #expect(engine.snapshot.channels[0].objects?.counters.packets == 0)
    }
}
