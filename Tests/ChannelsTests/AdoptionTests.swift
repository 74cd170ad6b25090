import Bytes
import Channels
import NetworkFormats
import TestSupport
import Testing
import VenueWire

@Suite("Adoption of channels")
struct AdoptionTests {
    /// The announcements that channels were told of, as "channel name".
    static func told(_ events: [ClassifierEvent]) -> [String] {
        events.compactMap {
            switch $0 {
            case .announced(let channel, let facts): "\(channel) \(facts.name)"
            case .newSession(let channel): "\(channel) new session"
            default: nil
            }
        }
    }

    @Test("a flow that was detected keeps its id and gets its name from the announcement on")
    func detected() throws {
        var traffic = VenueTraffic()
        for number in 0..<5 as Range<UInt16> { try traffic.media(number, at: Int64(number)) }
        let id = traffic.classifier.channels[0].id
        #expect(traffic.names == [nil])
        try traffic.announce(VenueTraffic.video(), at: 10)
        try traffic.media(5, at: 11)
        #expect(traffic.classifier.channels.map(\.id) == [id])
        #expect(traffic.names == ["Sideline"])
        #expect(Self.told(traffic.events) == ["0 Sideline"])
        // The same again says nothing new; another name does.
        try traffic.announce(VenueTraffic.video(), at: 1_010)
        try traffic.announce(VenueTraffic.video(name: "Bench"), at: 2_010)
        #expect(Self.told(traffic.events) == ["0 Sideline", "0 Bench"])
    }

    @Test("a flow that was announced is named by its first datagram")
    func announced() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.video(), at: 0)
        try traffic.media(1, at: 10)
        #expect(traffic.names == ["Sideline"])
        #expect(traffic.classifier.announcements[0]?.isCurrent == true)
        #expect(traffic.events.count == 2)
        guard case .opened = traffic.events.first else {
            Issue.record("not opened first")
            return
        }
    }

    @Test("an announced elementary stream is opened by its first packet, any other by two that follow each other")
    func elementary() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.video(encoding: .rtpElementaryStream), at: 0)
        try traffic.send(Traffic.rtp(7, type: 96), at: 1, to: "239.1.1.1", 5_000)
        try traffic.send(Traffic.rtp(7, type: 96), at: 1, to: "239.1.1.2", 5_000)
        #expect(traffic.classifier.channels.map(\.carriage) == [.rtpElementaryStream])
        #expect(traffic.names == ["Sideline"])
    }

    @Test("a named sender is the only one that is meant; without one all are")
    func senders() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.video(ssm: 0x0a00_0009), at: 0)
        try traffic.media(1, at: 1)
        try traffic.media(1, at: 2, from: "10.0.0.66")
        #expect(traffic.names == ["Sideline", nil])
        try traffic.announce(VenueTraffic.video(), at: 3)
        #expect(traffic.names == ["Sideline", "Sideline"])
    }

    @Test("a pruned channel is no longer announced and keeps its name")
    func pruned() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.video(), at: 0)
        try traffic.media(1, at: 1)
        try traffic.announce(VenueTraffic.video(), at: 2, isDeletion: true)
        #expect(traffic.names == ["Sideline"])
        #expect(traffic.classifier.announcements[0]?.isCurrent == false)
        try traffic.announce(VenueTraffic.video(), at: 3)
        #expect(traffic.classifier.announcements[0]?.isCurrent == true)
        #expect(Self.told(traffic.events) == ["0 Sideline"])
    }

    @Test("channels that are not for us are named and not licensed")
    func licensed() throws {
        var traffic = VenueTraffic(license: VenueTraffic.license)
        let foreign = VenueAnnouncement.License(venueName: "X", contentOwner: "Y", appDeveloper: "Z")
        try traffic.announce(VenueTraffic.video(license: foreign), at: 0)
        try traffic.media(1, at: 1)
        #expect(traffic.names == ["Sideline"])
        #expect(traffic.classifier.announcements[0]?.isLicensed == false)
        // One that is for us goes before.
        try traffic.announce(VenueTraffic.video(name: "Ours", streamer: "b"), at: 2)
        #expect(traffic.names == ["Ours"])
        #expect(traffic.classifier.announcements[0]?.isLicensed == true)
    }

    /// `printf 'data|239.1.1.1|5000|7' | sha256sum` and 'file|239.1.1.1|5000|8'.
    static let objectIDs = ["2dd1b084ce85", "3eab3ff30894"]

    @Test("announced sessions of objects open their channels with the first datagram; others stay what they were")
    func objects() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.objects(.data, 7), at: 0)
        try traffic.announce(VenueTraffic.objects(.file, 8), at: 1)
        for session in [7, 8, 9] as [UInt32] {
            try traffic.send(ObjectTraffic.packet(session: session, object: 1), at: 2, to: "239.1.1.1", 5_000)
        }
        #expect(traffic.classifier.channels.map(\.carriage) == [.alc, .flute])
        #expect(traffic.classifier.channels.map(\.kind) == [.data, .file])
        #expect(traffic.classifier.channels.map(\.id) == Self.objectIDs)
        #expect(traffic.names == ["data", "file"])
        #expect(traffic.verdicts.suffix(3).prefix(2) == [.object(channel: 0), .object(channel: 1)])
        #expect(traffic.classifier.others[.alc] == 1)
    }

    @Test("a new session of the Streamer is told, and nothing else is told with it")
    func session() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.objects(.data, 7), at: 0)
        try traffic.send(ObjectTraffic.packet(session: 7, object: 1), at: 2, to: "239.1.1.1", 5_000)
        try traffic.announce(VenueTraffic.objects(.data, 7, session: "s2"), at: 1_000)
        try traffic.announce(VenueTraffic.objects(.data, 7, session: "s2"), at: 2_000)
        #expect(Self.told(traffic.events) == ["0 data", "0 new session"])
    }

    @Test("a channel whose announcement changes its address goes on under its id")
    func moved() throws {
        var traffic = VenueTraffic()
        try traffic.announce(VenueTraffic.video(), at: 0)
        try traffic.media(1, at: 1)
        try traffic.announce(VenueTraffic.video(group: 0xef01_0102), at: 1_000)
        try traffic.media(900, at: 1_010, to: "239.1.1.2", ssrc: 0xb0b)
        try traffic.media(901, at: 1_020, to: "239.1.1.2", ssrc: 0xb0b)
        #expect(traffic.classifier.channels.count == 1)
        #expect(traffic.names == ["Sideline"])
        #expect(traffic.classifier.announcements[0]?.isCurrent == true)
        #expect(traffic.events.contains(.restarted(channel: 0, synchronizationSource: 0xb0b)))
        // Another sender there is another channel.
        try traffic.media(1, at: 1_030, to: "239.1.1.2", from: "10.0.0.77")
        #expect(traffic.classifier.channels.count == 2)
    }
}
