import Bytes
import Channels
import NetworkFormats
import TestSupport
import Testing
import Timing
import VenueWire

@Suite("SAP directory")
struct SAPDirectoryTests {
    /// A directory that is fed one message a second, or as told.
    struct Feed {
        var directory = SAPDirectory()
        var time = StreamTime(nanoseconds: 1_700_000_000_000_000_000)
        var ordinal: UInt64 = 0

        mutating func send(_ payload: [UInt8], from source: String = "10.0.0.1", after seconds: Int64 = 1) throws {
            time = time + StreamDuration(seconds: seconds)
            ordinal += 1
            let header = DatagramHeader(
                time: time, ordinal: ordinal, source: Endpoint(try #require(IPAddress(source)), 40_000),
                destination: Endpoint(try #require(IPAddress("239.255.255.255")), 9875),
                wireLength: UInt32(payload.count), storedLength: UInt32(payload.count))
            directory.prune(at: time)
            directory.receive(header, payload.span.bytes)
        }

        func name(_ group: String, _ port: UInt16 = 5000, from source: String? = nil) throws -> String? {
            directory.name(for: Endpoint(try #require(IPAddress(group)), port), from: source.flatMap { IPAddress($0) })
        }
    }

    static func sdp(
        _ name: String, id: Int = 7, version: Int = 1, media: String = "c=IN IP4 239.1.1.1/15\nm=video 5000 RTP/AVP 33"
    ) -> String {
        "v=0\no=- \(id) \(version) IN IP4 10.0.0.1\ns=\(name)\nt=0 0\n\(media)\n"
    }

    static func message(
        _ text: String, hash: UInt16 = 1, deletes: Bool = false, type: String? = "application/sdp"
    ) -> [UInt8] {
        var writer = ByteWriter()
        SAPPacket(
            isDeletion: deletes, messageHash: hash, origin: IPAddress(v4: 0x0a00_0001), payloadType: type,
            payload: Array(text.utf8)
        ).write(to: &writer)
        return writer.bytes
    }

    @Test("names every group and port of a session, in normal form C")
    func names() throws {
        var feed = Feed()
        let media = "c=IN IP4 239.1.1.1/15/3\nm=video 5000 RTP/AVP 33"
        try feed.send(Self.message(Self.sdp("Cafe\u{301} Cam", media: media)))
        for group in ["239.1.1.1", "239.1.1.2", "239.1.1.3"] {
            // U+00E9 in UTF-8 is C3 A9.
            #expect(try feed.name(group).map { Array($0.utf8) } == [67, 97, 102, 0xc3, 0xa9, 32, 67, 97, 109])
        }
        #expect(try feed.name("239.1.1.4") == nil)
        #expect(try feed.name("239.1.1.1", 5002) == nil)
    }

    @Test("replaces a description under a new hash and counts one session")
    func changed() throws {
        var feed = Feed()
        try feed.send(Self.message(Self.sdp("First"), hash: 1))
        try feed.send(Self.message(Self.sdp("Second", version: 2), hash: 2))
        #expect(try feed.name("239.1.1.1") == "Second")
        #expect(feed.directory.sessions.count == 1)
        #expect(feed.directory.counters.sessions == 1)
        #expect(feed.directory.counters.received == 2)
    }

    @Test("keeps sessions apart that all call themselves 0, as ffmpeg's do")
    func zero() throws {
        var feed = Feed()
        try feed.send(Self.message(Self.sdp("A", id: 0), hash: 1))
        let other = "c=IN IP4 239.1.1.2/15\nm=video 5000 RTP/AVP 33"
        try feed.send(Self.message(Self.sdp("B", id: 0, media: other), hash: 2))
        #expect(try feed.name("239.1.1.1") == "A")
        #expect(try feed.name("239.1.1.2") == "B")
        #expect(feed.directory.counters.sessions == 2)
    }

    @Test("lets only the announcer delete, by hash, even with the origin line alone")
    func deleted() throws {
        var feed = Feed()
        try feed.send(Self.message(Self.sdp("Cam"), hash: 5))
        let line = "o=- 7 1 IN IP4 10.0.0.1\r\n"
        try feed.send(Self.message(line, hash: 5, deletes: true, type: nil), from: "10.0.0.66")
        try feed.send(Self.message(line, hash: 6, deletes: true, type: nil))
        #expect(feed.directory.sessions.map(\.isOver) == [false])
        try feed.send(Self.message(line, hash: 5, deletes: true, type: nil))
        #expect(feed.directory.sessions.map(\.isOver) == [true])
        #expect(feed.directory.counters.deleted == 1)
        #expect(feed.directory.counters.received == 4)
        #expect(try feed.name("239.1.1.1") == "Cam")
        try feed.send(Self.message(Self.sdp("Cam again"), hash: 5))
        #expect(feed.directory.sessions.map(\.isOver) == [false])
        #expect(try feed.name("239.1.1.1") == "Cam again")
    }

    // Definitions C8: ten learned periods, 60 s at least. The period is known from the sixth announcement on.
    @Test("prunes after ten periods, or 60 s when they are short", arguments: [(5, 59, 61), (20, 199, 201)])
    func pruned(_ period: Int64, _ alive: Int64, _ over: Int64) throws {
        var feed = Feed()
        for _ in 0..<6 { try feed.send(Self.message(Self.sdp("Cam")), after: period) }
        #expect(feed.directory.sessions.first?.period == StreamDuration(seconds: period))
        feed.directory.prune(at: feed.time + StreamDuration(seconds: alive))
        #expect(feed.directory.sessions.map(\.isOver) == [false])
        feed.directory.prune(at: feed.time + StreamDuration(seconds: over))
        #expect(feed.directory.sessions.map(\.isOver) == [true])
    }

    @Test("ends a session at the end that it states")
    func stated() throws {
        var feed = Feed()
        // Unix time 1700000100 is NTP 3908988900: 2208988800 more (RFC 5905, figure 4).
        let text = Self.sdp("Game").replacing("t=0 0", with: "t=0 3908988900")
        try feed.send(Self.message(text))
        feed.directory.prune(at: StreamTime(nanoseconds: 1_700_000_099_000_000_000))
        #expect(feed.directory.sessions.map(\.isOver) == [false])
        feed.directory.prune(at: StreamTime(nanoseconds: 1_700_000_100_000_000_000))
        #expect(feed.directory.sessions.map(\.isOver) == [true])
    }

    @Test("heeds the senders that a session wants")
    func filtered() throws {
        var feed = Feed()
        let media = "c=IN IP4 232.1.1.1/15\na=source-filter: incl IN IP4 232.1.1.1 10.0.0.5\nm=video 5000 RTP/AVP 33"
        try feed.send(Self.message(Self.sdp("Ours", media: media)))
        #expect(try feed.name("232.1.1.1", from: "10.0.0.5") == "Ours")
        #expect(try feed.name("232.1.1.1", from: "10.0.0.6") == nil)
        #expect(try feed.name("232.1.1.1") == "Ours")
    }

    @Test("counts what it cannot read, and leaves other payloads to others")
    func counted() throws {
        var feed = Feed()
        try feed.send(Array("hello".utf8))
        try feed.send([])
        try feed.send(Self.message("v=0\r\nno origin"))
        try feed.send(Self.message("{}", type: "application/json"))
        #expect(feed.directory.counters.received == 3)
        #expect(feed.directory.counters.malformed == 3)
        #expect(feed.directory.sessions.isEmpty)
    }

    @Test("keeps a limited number of sessions, new ones in place of those that are over")
    func limited() throws {
        var feed = Feed()
        for number in 0..<560 {
            try feed.send(Self.message(Self.sdp("Cam", id: 1 + number), hash: UInt16(number)), after: 0)
        }
        #expect(feed.directory.sessions.count == SAPDirectory.sessionLimit)
        try feed.send(Self.message("", hash: 3, deletes: true))
        try feed.send(Self.message(Self.sdp("New", id: 5_000), hash: 5_000))
        #expect(feed.directory.sessions.last?.name == "New")
        #expect(feed.directory.sessions.count == SAPDirectory.sessionLimit)
    }

    @Test("takes any bytes")
    func mutations() throws {
        var feed = Feed()
        var generator = SeededGenerator(seed: 9875)
        let media = "c=IN IP4 239.1.1.1/15/3\nm=video 5000/2 RTP/AVP 33"
        let message = Self.message(Self.sdp("Cam", media: media))
        for _ in 0..<500 { try feed.send(Mutation.mutated(message, with: &generator), after: 0) }
        #expect(feed.directory.counters.received <= 500)
        #expect(feed.directory.sessions.allSatisfy { $0.media.count <= AnnouncedSession.endpointLimit })
    }
}
