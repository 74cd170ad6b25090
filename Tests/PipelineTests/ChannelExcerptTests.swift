import Bytes
import Channels
import Evidence
import History
import NetworkFormats
import Pipeline
import Testing
import Timing
import VenueWire

@Suite("Excerpt of a channel")
struct ChannelExcerptTests {
    /// A venue that keeps `depth` seconds, fed by the millisecond: one channel, announced once a second by two announcers.
    private struct Feed {
        var engine: VenueEngine<NoSink>
        private var ordinal: UInt64 = 0

        init(depth: Int64 = 10) {
            var parameters = VenueParameters()
            parameters.history = HistoryLimits(depth: StreamDuration(seconds: depth))
            engine = VenueEngine(parameters: parameters, output: NoSink())
        }

        mutating func send(_ bytes: [UInt8], to destination: Endpoint, from source: UInt32 = 0x0a00_0001, at ms: Int64)
        {
            ordinal += 1
            engine.ingest(
                DatagramHeader(
                    time: AnnouncedVenueTests.time(ms), ordinal: ordinal,
                    source: Endpoint(IPAddress(v4: source), 4_000), destination: destination,
                    wireLength: UInt32(bytes.count), storedLength: UInt32(bytes.count)), bytes.lent)
        }

        mutating func announce(_ name: String, from source: UInt32 = 0x0a00_0001, at ms: Int64) {
            let announcement = AnnouncedVenueTests.announcement(name)
            send(
                announcement.datagram(from: IPAddress(v4: source)), to: AnnouncementRules.usualEndpoint, from: source,
                at: ms)
        }

        mutating func announceElsewhere(at ms: Int64) {
            var announcement = AnnouncedVenueTests.announcement("Elsewhere")
            announcement.channel.destination = Endpoint(IPAddress(v4: 0xef0a_0a09), 5_000)
            announcement.channel.sessionNumber = 2
            send(
                announcement.datagram(from: IPAddress(v4: 0x0a00_0001)), to: AnnouncementRules.usualEndpoint, at: ms)
        }

        mutating func media(_ number: UInt16, at ms: Int64) {
            let packet: [UInt8] = [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0, count: 184)
            let header: [UInt8] = [
                0x80, 33, UInt8(number >> 8), UInt8(truncatingIfNeeded: number), 0, 0, 0, 1, 0, 0, 0, 7,
            ]
            send(header + packet, to: AnnouncedVenueTests.media, at: ms)
        }

        /// The ordinals of announcements and datagrams of media from packet `first` to packet `last`.
        func excerpt(_ first: UInt64, _ last: UInt64) -> ChannelExcerpt? {
            engine.excerpt(
                of: 0,
                over: DatagramStretch(
                    first: PacketID(serial: first), last: PacketID(serial: last), before: .zero, after: .zero))
        }
    }

    @Test("has what was announced meanwhile, and last before by each announcer; nothing of other channels")
    func announcements() throws {
        var feed = Feed()
        for second in 0..<6 as Range<Int64> {
            feed.announce("Sideline \(second)", at: second * 1_000)
            feed.announceElsewhere(at: second * 1_000 + 1)
            if second == 1 { feed.announce("Twin", from: 0x0a00_0002, at: second * 1_000 + 2) }
            for packet in 0..<10 as Range<Int64> {
                feed.media(UInt16(second * 10 + packet), at: second * 1_000 + packet * 50 + 10)
            }
        }
        // Packets 25 to 44 came in the seconds 2 to 4.
        let excerpt = try #require(feed.excerpt(25, 44))
        #expect(excerpt.identity.destination == AnnouncedVenueTests.media)
        #expect(excerpt.datagrams.map(\.id.serial) == Array(25...44))
        let times = excerpt.announcements.map { ($0.header.time - AnnouncedVenueTests.time(0)).milliseconds }
        #expect(times == [1_002, 2_000, 3_000, 4_000])
        #expect(excerpt.announcements.allSatisfy { !$0.bytes.isEmpty && $0.endpoints == [AnnouncedVenueTests.media] })
        #expect(excerpt.now == AnnouncedVenueTests.time(5_460))
    }

    @Test("has the last announcement before, however long ago that was")
    func longAgo() throws {
        var feed = Feed()
        feed.announce("Sideline", at: 0)
        feed.media(0, at: 100)
        feed.media(1, at: 101)
        // The announcer of another channel goes on: the old announcement is over its time and gone from the list.
        for second in 1..<120 as Range<Int64> {
            feed.announceElsewhere(at: second * 1_000)
            feed.media(UInt16(second + 1), at: second * 1_000 + 1)
        }
        let excerpt = try #require(feed.excerpt(115, 118))
        #expect(excerpt.announcements.map(\.header.time) == [AnnouncedVenueTests.time(0)])
    }

    @Test("is nothing for channels that are not there, and for venues that keep nothing")
    func nothing() throws {
        var feed = Feed()
        #expect(feed.excerpt(0, 1) == nil)
        feed.announce("Sideline", at: 0)
        for packet in 0..<10 as Range<UInt16> { feed.media(packet, at: Int64(packet)) }
        #expect(feed.excerpt(0, 9)?.datagrams.count == 10)
        let stretch = DatagramStretch(
            first: PacketID(serial: 0), last: PacketID(serial: 9), before: .zero, after: .zero)
        for channel: Int32 in [-1, 1, .max, .min] { #expect(feed.engine.excerpt(of: channel, over: stretch) == nil) }
        var plain = Feed(depth: 0)
        plain.announce("Sideline", at: 0)
        for packet in 0..<500 as Range<UInt16> { plain.media(packet, at: Int64(packet)) }
        #expect(plain.excerpt(0, 9)?.announcements.isEmpty == true)
    }

    @Test("keeps no more announcements than its bounds, whatever comes")
    func bounded() throws {
        var feed = Feed(depth: 100_000)
        feed.media(0, at: 0)
        feed.media(1, at: 1)
        // Ten thousand announcements of half a kilobyte are more than four mebibytes.
        for count in 0..<10_000 as Range<Int64> {
            feed.announce("Sideline " + String(repeating: "x", count: 400), at: 2 + count)
        }
        feed.media(2, at: 20_000)
        let excerpt = try #require(feed.excerpt(0, 2))
        #expect(excerpt.announcements.count < 8_000)
        #expect(excerpt.announcements.count > 1_000)
    }
}
