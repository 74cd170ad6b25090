import Bytes
import Channels
import NetworkFormats
import PacketIO
import Testing
import Timing
import VenueSettings
import VenueWire

@testable import VenueRuntime

@Suite("Group follower")
struct GroupFollowerTests {
    static let sap = Endpoint(IPAddress(v4: 0xe002_7ffe), 9875)

    /// A SAP packet (RFC 2974) whose SDP announces video at 239.5.5.5:5000.
    static func announcement(isDeletion: Bool) -> [UInt8] {
        let sdp = """
            v=0\r
            o=- 77 1 IN IP4 10.0.0.1\r
            s=Pitch\r
            c=IN IP4 239.5.5.5/15\r
            t=0 0\r
            m=video 5000 RTP/AVP 33\r

            """
        let flags: UInt8 = isDeletion ? 0x24 : 0x20
        return [flags, 0, 0x12, 0x34, 10, 0, 0, 1] + Array("application/sdp".utf8) + [0] + Array(sdp.utf8)
    }

    private func directory(_ messages: [(seconds: Int64, bytes: [UInt8])]) -> SAPDirectory {
        var directory = SAPDirectory()
        for (seconds, bytes) in messages {
            let header = DatagramHeader(
                time: StreamTime(nanoseconds: seconds * 1_000_000_000), ordinal: 1,
                source: Endpoint(IPAddress(v4: 0x0a00_0001), 9875), destination: Self.sap,
                wireLength: UInt32(bytes.count), storedLength: UInt32(bytes.count))
            directory.receive(header, bytes.lent)
        }
        return directory
    }

    private let options = LiveSource.NetworkOptions(announcements: nil, followsSAP: false)
    private let media = IPAddress(v4: 0xef05_0505)

    @Test("joins what is announced, with the ports of its repair packets")
    func joins() {
        var follower = GroupFollower(options)
        follower.follow(
            directory([(1, Self.announcement(isDeletion: false))]), at: StreamTime(nanoseconds: 2_000_000_000)
        ) { _ in nil }
        #expect(follower.wanted.keys.sorted() == [5000, 5002, 5004].map { Endpoint(media, $0) })
    }

    /// What the venue announces at 10 s: a channel of `scheme` at 239.5.5.5:5000.
    private func venue(
        _ scheme: AnnouncedProtection.Scheme, repairPort: UInt16? = nil, source: IPAddress? = nil,
        license: VenueAnnouncement.License = VenueAnnouncement.License(), deletes: Bool = false
    ) -> VenueDirectory {
        let announcement = VenueAnnouncement(
            streamer: VenueAnnouncement.Streamer(id: "a1"), sessionID: "s", license: license,
            channel: AnnouncedChannel(
                kind: .video, sessionNumber: 1, name: "Pitch", destination: Endpoint(media, 5_000), source: source,
                encoding: .rtpTransportStream,
                protection: AnnouncedProtection(scheme: scheme, repairPort: repairPort)))
        var classifier = FlowClassifier(rules: AnnouncementRules(license: ours))
        var output = ClassifierOutput()
        for isDeletion in deletes ? [false, true] : [false] {
            let bytes = announcement.datagram(from: IPAddress(v4: 0x0a00_0001), isDeletion: isDeletion)
            let header = DatagramHeader(
                time: StreamTime(nanoseconds: 10_000_000_000), ordinal: 1,
                source: Endpoint(IPAddress(v4: 0x0a00_0001), 9875), destination: AnnouncementRules.usualEndpoint,
                wireLength: UInt32(bytes.count), storedLength: UInt32(bytes.count))
            _ = classifier.classify(header, bytes.lent, into: &output)
        }
        return classifier.venue
    }

    private let ours = VenueAnnouncement.License(venueName: "A", contentOwner: "B", appDeveloper: "C")

    @Test("B12: joins what the venue announces for us: media, its repair port, its sender only")
    func venueJoins() {
        let source = IPAddress(v4: 0x0a00_0009)
        func ports(_ venue: VenueDirectory) -> [UInt16] {
            var follower = GroupFollower(options)
            follower.follow(SAPDirectory(), venue, at: StreamTime(nanoseconds: 10_000_000_000)) { _ in nil }
            return follower.wanted.keys.sorted().map(\.port)
        }
        #expect(ports(venue(.none, license: ours)) == [5_000])
        #expect(ports(venue(.reedSolomon, repairPort: 5_010, license: ours)) == [5_000, 5_010])
        #expect(ports(venue(.parity, license: ours)) == [5_000, 5_002, 5_004])
        #expect(ports(venue(.none)).isEmpty)
        #expect(ports(venue(.none, license: ours, deletes: true)).isEmpty)
        var follower = GroupFollower(options)
        follower.follow(
            SAPDirectory(), venue(.none, source: source, license: ours), at: StreamTime(nanoseconds: 10_000_000_000)
        ) { _ in nil }
        #expect(follower.wanted == [Endpoint(media, 5_000): [source]])
    }

    @Test("stays with a channel that left the list as long as its datagrams arrive")
    func venueLeaves() {
        var follower = GroupFollower(options)
        follower.follow(SAPDirectory(), venue(.none, license: ours), at: StreamTime(nanoseconds: 10_000_000_000)) { _ in
            nil
        }
        let over = venue(.none, license: ours, deletes: true)
        func wanted(at seconds: Int64) -> Int {
            follower.follow(SAPDirectory(), over, at: StreamTime(nanoseconds: seconds * 1_000_000_000)) { _ in
                StreamTime(nanoseconds: 15_000_000_000)
            }
            return follower.wanted.count
        }
        #expect(wanted(at: 24) == 1)
        #expect(wanted(at: 26) == 0)
    }

    /// A SAP packet whose SDP announces `count` audio streams at 239.6.`number`.1 and upwards.
    private static func flood(_ number: UInt8, count: Int) -> [UInt8] {
        let media = (1...count).map { "m=audio 6000 RTP/AVP 33\r\nc=IN IP4 239.6.\(number).\($0)/15\r\n" }.joined()
        let sdp = "v=0\r\no=- \(number) 1 IN IP4 10.0.0.1\r\ns=Flood\r\nt=0 0\r\n" + media
        return [0x20, 0, 0x12, number, 10, 0, 0, 1] + Array("application/sdp".utf8) + [0] + Array(sdp.utf8)
    }

    @Test("joins no more of what is announced than its limit, what came first before what came later")
    func limits() {
        var follower = GroupFollower(options)
        let flood = directory(
            [(1, Self.announcement(isDeletion: false))] + (1...40).map { (2, Self.flood($0, count: 50)) })
        // 41 sessions want 3 + 40 · 50 · 3 endpoints.
        #expect(flood.sessions.count == 41)
        follower.follow(flood, at: StreamTime(nanoseconds: 3_000_000_000)) { _ in nil }
        #expect(follower.wanted.count == GroupFollower.announcedLimit)
        #expect([5000, 5002, 5004].allSatisfy { follower.wanted[Endpoint(media, $0)] != nil })
        #expect(follower.wanted[Endpoint(IPAddress(v4: 0xef06_0101), 6000)] != nil)
        #expect(follower.wanted[Endpoint(IPAddress(v4: 0xef06_2801), 6000)] == nil)
    }

    @Test("joins so many groups at a time only, and not what somebody does not want any more by then")
    func steps() throws {
        let joins = (0..<UInt32(GroupFollower.stepLimit + 40)).compactMap { number in
            JoinAddress("udp://239.78.\(number / 250).\(number % 250):41072?fec=none")
        }
        var receiver = try MulticastReceiver(options: ReceiverOptions(interface: "lo"))
        var follower = GroupFollower(
            LiveSource.NetworkOptions(announcements: nil, followsSAP: false, joins: joins))
        follower.apply(to: &receiver) { _ in }
        #expect(receiver.subscriptions.count == GroupFollower.stepLimit)
        follower.apply(to: &receiver) { _ in }
        #expect(receiver.subscriptions.count == joins.count)
        follower.setFixed(LiveSource.NetworkOptions(announcements: nil, followsSAP: false, joins: [joins[7]]))
        follower.apply(to: &receiver) { _ in }
        #expect(receiver.subscriptions.map(\.group) == [joins[7].endpoint])
    }

    @Test("leaves a deleted session only when its group has been silent for ten seconds")
    func leaves() {
        var follower = GroupFollower(options)
        let announced = directory([(1, Self.announcement(isDeletion: false))])
        let deleted = directory([(1, Self.announcement(isDeletion: false)), (5, Self.announcement(isDeletion: true))])
        let arrival = StreamTime(nanoseconds: 6_000_000_000)
        follower.follow(announced, at: StreamTime(nanoseconds: 2_000_000_000)) { _ in arrival }
        follower.follow(deleted, at: StreamTime(nanoseconds: 15_900_000_000)) { _ in arrival }
        #expect(follower.wanted.count == 3)
        follower.follow(deleted, at: StreamTime(nanoseconds: 16_000_000_000)) { _ in arrival }
        #expect(follower.wanted.isEmpty)
    }

    @Test("a session that is over before anything was joined is not joined")
    func ignoresTheDead() {
        var follower = GroupFollower(options)
        let deleted = directory([(1, Self.announcement(isDeletion: false)), (5, Self.announcement(isDeletion: true))])
        follower.follow(deleted, at: StreamTime(nanoseconds: 5_000_000_000)) { _ in StreamTime(nanoseconds: 5) }
        #expect(follower.wanted.isEmpty)
    }

    @Test("joins the venue's announcements, SAP's groups and what a person names; any sender beats one")
    func joinsTheFixed() throws {
        let group = IPAddress(v4: 0xef01_0101)
        let joins = ["rtp://239.1.1.1:7000?source=10.0.0.9&fec=none", "udp://239.1.1.1:7000", "udp://239.1.1.1:7002"]
        var options = LiveSource.NetworkOptions(
            announcements: Endpoint(IPAddress(v4: 0xefff_2a01), 9875), joins: joins.compactMap(JoinAddress.init))
        var follower = GroupFollower(options)
        #expect(follower.wanted[Endpoint(group, 7000)] == [])
        #expect(follower.wanted[Endpoint(group, 7002)] == [])
        #expect(follower.wanted[Self.sap] == [])
        #expect(follower.wanted[Endpoint(IPAddress(v4: 0xefff_2a01), 9875)] == [])
        options.joins.removeAll()
        follower.setFixed(options)
        #expect(follower.wanted[Endpoint(group, 7000)] == nil)
    }
}
