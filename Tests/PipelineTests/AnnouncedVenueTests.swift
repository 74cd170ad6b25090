import Bytes
import Channels
import NetworkFormats
import Pipeline
import Protection
import Testing
import Timing
import VenueWire

@Suite("Announced venue")
struct AnnouncedVenueTests {
    /// An engine that is fed by the millisecond.
    struct Feed {
        var engine: VenueEngine<NoSink>
        private var ordinal: UInt64 = 0

        init(license: VenueAnnouncement.License? = nil) {
            var parameters = VenueParameters()
            parameters.announcements.license = license
            engine = VenueEngine(parameters: parameters, output: NoSink())
        }

        mutating func send(_ bytes: [UInt8], to destination: Endpoint, at ms: Int64) {
            ordinal += 1
            let header = DatagramHeader(
                time: AnnouncedVenueTests.time(ms), ordinal: ordinal,
                source: Endpoint(IPAddress(v4: 0x0a00_0001), 4_000), destination: destination,
                wireLength: UInt32(bytes.count), storedLength: UInt32(bytes.count))
            engine.ingest(header, bytes.lent)
        }

        mutating func announce(_ announcement: VenueAnnouncement, at ms: Int64, isDeletion: Bool = false) {
            send(
                announcement.datagram(from: IPAddress(v4: 0x0a00_0001), isDeletion: isDeletion),
                to: AnnouncementRules.usualEndpoint, at: ms)
        }

        mutating func media(_ number: UInt8, at ms: Int64) {
            let packet: [UInt8] = [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0, count: 184)
            send([0x80, 33, 0, number, 0, 0, 0, number, 0, 0, 0, 7] + packet, to: AnnouncedVenueTests.media, at: ms)
        }
    }

    static let media = Endpoint(IPAddress(v4: 0xef0a_0a01), 5_000)

    static func time(_ ms: Int64) -> StreamTime { StreamTime(nanoseconds: (1_800_000_000_000 + ms) * 1_000_000) }

    static func announcement(_ name: String = "Sideline", session: String = "s1") -> VenueAnnouncement {
        VenueAnnouncement(
            streamer: VenueAnnouncement.Streamer(id: "a1"), sessionID: session,
            license: VenueAnnouncement.License(venueName: "A", contentOwner: "B", appDeveloper: "C"),
            channel: AnnouncedChannel(
                kind: .video, sessionNumber: 1, name: name, destination: media, encoding: .rtpTransportStream))
    }

    @Test("a detected channel goes on under its announced name: same id, counters and history")
    func adopted() {
        var feed = Feed()
        for number in 0..<100 as Range<UInt8> { feed.media(number, at: Int64(number) * 10) }
        let id = feed.engine.snapshot.channels.map(\.identity.id)
        feed.announce(Self.announcement(), at: 1_000)
        for number in 100..<200 as Range<UInt8> { feed.media(number, at: Int64(number) * 10 + 1) }
        feed.announce(Self.announcement("Bench", session: "s2"), at: 2_000)
        feed.engine.finish()
        let snapshot = feed.engine.snapshot
        #expect(snapshot.channels.map(\.identity.id) == id)
        #expect(snapshot.channels[0].sequence?.counters.received == 200)
        #expect(snapshot.channels[0].sequence?.counters.lost == 0)
        #expect(snapshot.announcements[0]?.announcement.channel.name == "Bench")
        #expect(snapshot.venue.counters.channelsAdded == 1)
    }

    @Test("restarts are asked for once each, and again when it is silent still")
    func restarts() {
        var feed = Feed()
        feed.announce(Self.announcement(), at: 0)
        feed.engine.advance(to: Self.time(2_950))
        // The flow is due after 2 s, looked for at whole seconds.
        #expect(feed.engine.takeRestarts().map(\.description) == ["239.10.10.1"])
        feed.engine.advance(to: Self.time(5_000))
        #expect(feed.engine.takeRestarts().map(\.description) == ["239.255.42.1"])
        #expect(feed.engine.takeRestarts().isEmpty)
        feed.engine.advance(to: Self.time(60_000))
        #expect(feed.engine.takeRestarts().map(\.description) == ["239.10.10.1", "239.255.42.1"])
    }

    @Test("silence told in one step or in many changes nothing", arguments: [37, 1_000, 250_000] as [Int64])
    func silence(_ step: Int64) {
        func run(_ step: Int64) -> (AnnouncementCounters, [Moment]) {
            var feed = Feed()
            feed.announce(Self.announcement(), at: 3)
            for number in 0..<20 as Range<UInt8> { feed.media(number, at: 50 + Int64(number) * 10) }
            var ms: Int64 = 300
            while ms < 250_000 {
                ms = min(ms + step, 250_000)
                feed.engine.advance(to: Self.time(ms))
            }
            feed.announce(Self.announcement(), at: 250_001)
            feed.engine.finish()
            let venue = feed.engine.snapshot.venue
            return (venue.counters, venue.notes.pruned.map(\.moment))
        }
        let want = run(100)
        let got = run(step)
        #expect(got.0 == want.0)
        #expect(got.1 == want.1)
        // Pruned at the first tick ten seconds after the only announcement; 5, 15, 35, 75, 135, 195 s of silence.
        #expect(want.1.map(\.time) == [Self.time(10_100)])
        #expect(want.0.listenerRestarts == 6)
        #expect(want.0.channelsAdded == 2)
    }

    @Test("other rules take channels off the list at once")
    func rules() {
        var feed = Feed()
        feed.announce(Self.announcement(), at: 0)
        feed.media(1, at: 10)
        feed.engine.set(
            AnnouncementRules(license: VenueAnnouncement.License(venueName: "X", contentOwner: "Y", appDeveloper: "Z")))
        let snapshot = feed.engine.snapshot
        #expect(snapshot.venue.counters.channelsPruned == 1)
        #expect(snapshot.announcements[0]?.isLicensed == false)
    }
}
