import Bytes
import Channels
import NetworkFormats
import TestSupport
import Testing
import VenueWire

/// The expected classes are those of definitions C6, in which the first hit wins.
@Suite("Classes of announcements")
struct AnnouncementClassTests {
    enum Class: String {
        case malformed, invalidJSON, versionMismatch, notAllowed, licenseMismatch, accepted
        /// Not an announcement, but SAP with a session description.
        case sap
    }

    struct Case: CustomTestStringConvertible {
        var name: String
        var want: Class
        var datagram: [UInt8]
        var source = "10.1.1.5"
        var testDescription: String { "\(name) is \(want.rawValue)" }

        init(_ name: String, _ want: Class, _ datagram: [UInt8], from source: String = "10.1.1.5") {
            self.name = name
            self.want = want
            self.datagram = datagram
            self.source = source
        }
    }

    static let good = VenueTraffic.video()
    static let body = String(decoding: good.jsonBody(), as: UTF8.self)

    /// SAP of RFC 2974 by hand: flags, no authentication, a hash, an IPv4 origin.
    static func sap(_ text: String, flags: UInt8 = 0x20, type: String? = "application/json") -> [UInt8] {
        [flags, 0, 0x12, 0x34, 10, 1, 1, 5] + (type.map { Array($0.utf8) + [0] } ?? []) + Array(text.utf8)
    }

    static func changed(_ old: String, _ new: String, flags: UInt8 = 0x20) -> [UInt8] {
        sap(body.replacing(old, with: new), flags: flags)
    }

    static let twoFaults = body.replacing("\"version\":\"1.2\"", with: "\"version\":\"9.0\"")
        .replacing("\"port\":5000", with: "\"port\":\"x\"").replacing("Team-B", with: "Team-X")

    static let cases: [Case] = [
        Case("an announcement", .accepted, sap(body)),
        Case("its deletion", .accepted, sap(body, flags: 0x24)),
        Case("nothing", .malformed, []),
        Case("one byte", .malformed, [0x20]),
        Case("SAP without payload", .malformed, sap("", type: nil)),
        Case("SAP of another version", .malformed, sap(body, flags: 0x40)),
        Case("encrypted", .malformed, sap(body, flags: 0x22)),
        Case("not compressed as it says", .malformed, sap(body, flags: 0x21)),
        Case("another payload type", .malformed, sap(body, type: "text/plain")),
        Case("no payload type", .malformed, sap(body, type: nil)),
        Case("JSON without SAP", .malformed, Array(body.utf8)),
        Case("RTP", .malformed, Traffic.rtp(1, Traffic.transport(7))),
        Case("a transport stream", .malformed, Traffic.transport(7)),
        Case("a payload type in capitals", .accepted, sap(body, type: "Application/JSON")),
        Case("a session description", .sap, sap("v=0\r\no=- 1 1 IN IP4 10.1.1.5\r\ns=x\r\nt=0 0\r\n", type: nil)),
        Case("a session description with its type", .sap, sap("v=0\r\n", type: "application/sdp")),
        Case("no JSON", .invalidJSON, sap("{")), Case("a list", .invalidJSON, sap("[]")),
        Case("an empty body", .invalidJSON, sap("")),
        Case("Latin-1", .invalidJSON, sap("{\"a\":\"") + [0xe9, 0x22, 0x7d]),
        Case("a deletion without JSON", .invalidJSON, sap("o=- 1 1", flags: 0x24)),
        Case("no version", .versionMismatch, changed("\"version\":\"1.2\",", "")),
        Case("version 2.0", .versionMismatch, changed("1.2", "2.0")),
        Case("version 1", .versionMismatch, changed("\"1.2\"", "\"1\"")),
        Case("version 1.9", .accepted, changed("1.2", "1.9")),
        Case("version before fields, Streamer and license", .versionMismatch, sap(twoFaults), from: "10.9.9.9"),
        Case("no port", .malformed, changed("\"port\":5000,", "")),
        Case("a field before Streamer and license", .malformed, changed("\"enc\"", "\"was\""), from: "10.9.9.9"),
        Case("a strange Streamer", .notAllowed, sap(body), from: "10.9.9.9"),
        Case("a strange Streamer before the license", .notAllowed, changed("Team-B", "Team-X"), from: "10.9.9.9"),
        Case("a Streamer of the allowed network", .accepted, sap(body), from: "10.2.255.1"),
        Case("a Streamer with an allowed id", .accepted, changed("\"a1\"", "\"roof\""), from: "192.0.2.1"),
        Case("another owner", .licenseMismatch, changed("Team-B", "Team-X")),
        Case("another case", .licenseMismatch, changed("Team-B", "team-b")),
        Case("a space too many", .licenseMismatch, changed("Team-B", "Team-B ")),
        Case("no owner", .licenseMismatch, changed("\"contentOwner\":\"Team-B\",", "")),
        Case("an empty owner", .licenseMismatch, changed("Team-B", "")),
        Case("an owner as a number", .licenseMismatch, changed("\"Team-B\"", "7")),
        Case("a deletion for another license", .licenseMismatch, changed("Team-B", "X", flags: 0x24)),
    ]

    @Test("the first hit counts", arguments: cases)
    func classes(_ example: Case) throws {
        var traffic = VenueTraffic(license: VenueTraffic.license, allowed: ["10.1.1.5", "10.2.0.0/16", "roof"])
        try traffic.send(example.datagram, at: 0, from: example.source)
        let counters = traffic.counters
        #expect(traffic.verdicts == [.announcement])
        #expect(counters.received == (example.want == .sap ? 0 : 1))
        #expect(counters.malformed == (example.want == .malformed ? 1 : 0))
        #expect(counters.invalidJSON == (example.want == .invalidJSON ? 1 : 0))
        #expect(counters.versionMismatch == (example.want == .versionMismatch ? 1 : 0))
        #expect(counters.notAllowed == (example.want == .notAllowed ? 1 : 0))
        #expect(counters.licenseMismatch == (example.want == .licenseMismatch ? 1 : 0))
        #expect(counters.accepted == (example.want == .accepted ? 1 : 0))
        #expect(traffic.classifier.directory.counters.received == (example.want == .sap ? 1 : 0))
        #expect(traffic.classifier.others.total == 0)
    }

    @Test("elsewhere only SAP with JSON is an announcement")
    func elsewhere() throws {
        var traffic = VenueTraffic()
        try traffic.send(Self.sap(Self.body), at: 0, to: "239.7.7.7", 1_234)
        try traffic.send(Self.sap("{"), at: 1, to: "224.2.127.254", 9_875)
        #expect(traffic.counters.received == 2)
        #expect(traffic.counters.invalidJSON == 1)
        let compressed = VenueTraffic.video(name: String(repeating: "n", count: 250)).longer
        try traffic.send(compressed.datagram(from: IPAddress(v4: 1)), at: 2, to: "10.0.0.7", 4_321)
        #expect(traffic.counters.accepted == 2)
        // No SAP, other payload types, and what only begins like SAP.
        let strangers: [[UInt8]] = [
            Array(Self.body.utf8), Self.sap(Self.body, type: "text/plain"), Self.sap(Self.body, flags: 0x22),
            Self.sap(Self.body, flags: 0x21), [0x20, 0xff] + Array(Self.sap(Self.body).dropFirst(2)), [0x20],
        ]
        for bytes in strangers {
            try traffic.send(bytes, at: 3, to: "239.7.7.7", 1_234)
        }
        #expect(traffic.counters.received == 3)
        #expect(traffic.classifier.others.total == 6)
        // SAP's own port counts what it always counted.
        try traffic.send([1, 2, 3], at: 4, to: "239.255.255.255", 9_875)
        #expect(traffic.counters.received == 3)
        #expect(traffic.classifier.directory.counters.malformed == 1)
    }

    @Test("without a triplet of ours every license will do, and an empty member never does")
    func license() throws {
        var open = VenueTraffic()
        try open.announce(VenueTraffic.video(license: VenueAnnouncement.License()), at: 0)
        #expect(open.counters.accepted == 1)
        var empty = VenueTraffic(license: VenueAnnouncement.License(venueName: "A", appDeveloper: "B"))
        try empty.announce(
            VenueTraffic.video(license: VenueAnnouncement.License(venueName: "A", appDeveloper: "B")), at: 0)
        #expect(empty.counters.licenseMismatch == 1)
    }

    @Test("names are compared in normal form C")
    func normalForm() throws {
        let composed = VenueAnnouncement.License(venueName: "Caf\u{e9}", contentOwner: "B", appDeveloper: "C")
        let decomposed = VenueAnnouncement.License(venueName: "Cafe\u{301}", contentOwner: "B", appDeveloper: "C")
        var traffic = VenueTraffic(license: decomposed)
        try traffic.announce(VenueTraffic.video(license: composed), at: 0)
        try traffic.announce(VenueTraffic.video(license: decomposed), at: 1)
        #expect(traffic.counters.accepted == 2)
    }

    /// An address, what the list says, and whether that names it (RFC 4632).
    static let networks: [(entry: String, source: String, isNamed: Bool)] = [
        ("10.1.1.5", "10.1.1.5", true), ("10.1.1.5", "10.1.1.6", false), ("10.1.0.0/16", "10.1.255.255", true),
        ("10.1.0.0/16", "10.2.0.0", false), ("10.1.1.5/32", "10.1.1.5", true), ("10.1.1.4/31", "10.1.1.5", true),
        ("0.0.0.0/0", "192.0.2.1", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true),
        ("2001:db8::/32", "2001:db9::1", false), ("2001:db8::1/128", "2001:db8::1", true),
        ("2001:db8::/127", "2001:db8::2", false), ("::/0", "2001:db8::2", true),
        ("2001:db8:0:1::/65", "2001:db8:0:1:8000::", false),
        ("10.1.0.0/33", "10.1.0.0", false), ("10.1.0.0/x", "10.1.0.0", false), ("10.1.0.0/", "10.1.0.0", false),
        ("10.1.0.0/+8", "10.1.0.0", false), ("the roof", "10.1.0.0", false),
    ]

    @Test("lists name Streamers by address, network or id")
    func lists() throws {
        for example in Self.networks {
            let source = try #require(IPAddress(example.source))
            #expect(
                AllowedStreamer(example.entry).names("x", at: source) == example.isNamed, "\(example.entry) \(source)")
            #expect(AllowedStreamer(example.entry).names(example.entry, at: source))
        }
    }
}

extension VenueAnnouncement {
    /// The same with a text that makes it too long to go uncompressed.
    var longer: Self {
        var other = self
        other.channel.text = String(repeating: "text ", count: 300)
        return other
    }
}
