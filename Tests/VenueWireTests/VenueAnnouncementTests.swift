import Bytes
import Foundation
import NetworkFormats
import TestSupport
import Testing
import VenueWire

@Suite("Venue announcement")
struct VenueAnnouncementTests {
    /// The protocol's example, with a text; the key order and the fields are those of the format's description.
    static let head = #"""
        {"proto":"svm","version":"1.2","streamer":{"id":"a1","name":"Press Box"},"sessionId":"7f3c","title":"Game 12","periodMs":1000,
        """#
    static let tail = #"""
        "license":{"venueName":"Stadium-A","contentOwner":"Team-B","appDeveloper":"Vendor-C"},"channel":{"kind":"video","sessionNum":3,"name":"Sideline","text":"near the bench","bandwidthKbps":1500,"addr":"239.10.10.1","port":5000,"ssm":"10.9.0.2","enc":"rtp-mp2t","fec":{"scheme":"rs8","encodingId":8,"matrix":"rizzo","k":64,"r":16,"E":1331,"repairPort":5010,"windowMs":500}}}
        """#
    static let example = head + #""seq":4711,"# + tail

    static let announcement = VenueAnnouncement(
        streamer: VenueAnnouncement.Streamer(id: "a1", name: "Press Box"), sessionID: "7f3c", title: "Game 12",
        sequence: 4_711, periodMs: 1_000,
        license: VenueAnnouncement.License(
            venueName: "Stadium-A", contentOwner: "Team-B", appDeveloper: "Vendor-C"),
        channel: AnnouncedChannel(
            kind: .video, sessionNumber: 3, name: "Sideline", text: "near the bench", bandwidthKbps: 1_500,
            destination: Endpoint(IPAddress(v4: 0xef0a_0a01), 5_000), source: IPAddress(v4: 0x0a09_0002),
            encoding: .rtpTransportStream,
            protection: AnnouncedProtection(
                scheme: .reedSolomon, matrix: "rizzo", sourceCount: 64, repairCount: 16, symbolLength: 1_331,
                repairPort: 5_010, windowMs: 500)))

    static func read(_ text: String) throws(AnnouncementFault) -> VenueAnnouncement {
        let bytes = Array(text.utf8)
        return try VenueAnnouncement(parsing: bytes.lent)
    }

    @Test("reads the example and writes it again to the byte")
    func example() throws {
        #expect(try Self.read(Self.example) == Self.announcement)
        #expect(String(decoding: Self.announcement.jsonBody(), as: UTF8.self) == Self.example)
    }

    @Test("its hash is the CRC of the body without its sequence number, whatever that is")
    func hash() {
        // python3: binascii.crc_hqx(body, 0xffff)
        var announcement = Self.announcement
        #expect(announcement.messageHash == 0xbd4c)
        announcement.sequence = 1
        #expect(announcement.messageHash == 0xbd4c)
    }

    struct Fault: CustomTestStringConvertible {
        var name: String
        var text: String
        var want: AnnouncementFault
        var testDescription: String { name }

        /// The example with `old` put otherwise.
        init(_ name: String, _ old: String, _ new: String, _ want: AnnouncementFault) {
            self.name = name
            text = VenueAnnouncementTests.example.replacing(old, with: new)
            self.want = want
        }
    }

    /// Classes 3 to 5 of the definitions, each member of which is one way to miss it.
    static let faults: [Fault] = [
        Fault("no version", #""version":"1.2","#, "", .version(nil)),
        Fault("version as a number", #""1.2""#, "1.2", .version(nil)),
        Fault("another major version", #""1.2""#, #""2.0""#, .version("2.0")),
        Fault("three numbers", #""1.2""#, #""1.2.3""#, .version("1.2.3")),
        Fault("one number", #""1.2""#, #""1""#, .version("1")),
        Fault("letters", #""1.2""#, #""1.x""#, .version("1.x")),
        Fault("a sign", #""1.2""#, #""+1.2""#, .version("+1.2")),
        Fault("no minor", #""1.2""#, #""1.""#, .version("1.")),
        Fault(
            "version before malformed", #""version":"1.2","streamer":{"id":"a1""#, #""streamer":{"id":1"#, .version(nil)
        ),
        Fault("no streamer id", #""id":"a1","#, "", .malformed(field: "streamer.id")),
        Fault("streamer as a text", #"{"id":"a1","name":"Press Box"}"#, #""a1""#, .malformed(field: "streamer.id")),
        Fault("no session id", #""sessionId":"7f3c","#, "", .malformed(field: "sessionId")),
        Fault("session id as a number", #""7f3c""#, "7", .malformed(field: "sessionId")),
        Fault("no license", #""license""#, #""licence""#, .malformed(field: "license")),
        Fault("license as a list", #""license":{"#, #""license":[],"was":{"#, .malformed(field: "license")),
        Fault("no channel", #""channel""#, #""channels""#, .malformed(field: "channel")),
        Fault("an unknown kind", #""video""#, #""audio""#, .malformed(field: "channel.kind")),
        Fault("no session number", #""sessionNum":3,"#, "", .malformed(field: "channel.sessionNum")),
        Fault(
            "session number as a text", #""sessionNum":3"#, #""sessionNum":"3""#,
            .malformed(field: "channel.sessionNum")),
        Fault(
            "a negative session number", #""sessionNum":3"#, #""sessionNum":-3"#,
            .malformed(field: "channel.sessionNum")),
        Fault("half a session", #""sessionNum":3"#, #""sessionNum":3.5"#, .malformed(field: "channel.sessionNum")),
        Fault("session 2³²", #""sessionNum":3"#, #""sessionNum":4294967296"#, .malformed(field: "channel.sessionNum")),
        Fault("no name", #""name":"Sideline","#, "", .malformed(field: "channel.name")),
        Fault("null for a name", #""Sideline""#, "null", .malformed(field: "channel.name")),
        Fault("no address", #""addr":"239.10.10.1","#, "", .malformed(field: "channel.addr")),
        Fault("a host's name", "239.10.10.1", "cam.example", .malformed(field: "channel.addr")),
        Fault("no port", #""port":5000,"#, "", .malformed(field: "channel.port")),
        Fault("port 0", #""port":5000"#, #""port":0"#, .malformed(field: "channel.port")),
        Fault("port 65536", #""port":5000"#, #""port":65536"#, .malformed(field: "channel.port")),
        Fault("no encoding", #""enc":"rtp-mp2t","#, "", .malformed(field: "channel.enc")),
        Fault("an unknown encoding", "rtp-mp2t", "rtp-vp9", .malformed(field: "channel.enc")),
        Fault("video as messages", "rtp-mp2t", "alc", .malformed(field: "channel.enc")),
    ]

    @Test("tells the first thing that is wrong", arguments: faults)
    func tells(_ fault: Fault) {
        #expect(throws: fault.want) { try Self.read(fault.text) }
    }

    @Test("higher minor versions, unknown keys and odd optional fields change nothing that is needed")
    func tolerance() throws {
        let other = try Self.read(
            Self.example.replacing(#""1.2""#, with: #""1.37""#)
                .replacing(#""seq":4711"#, with: #""seq":"x","new":{"deep":[[1,{"a":null}],true]}"#)
                .replacing(#""periodMs":1000"#, with: #""periodMs":-5"#)
                .replacing(#""ssm":"10.9.0.2""#, with: #""ssm":7"#)
                .replacing(#""k":64"#, with: #""k":"many""#).replacing("1500", with: "1.5e3"))
        #expect(other.version == "1.37")
        #expect(other.sequence == 0)
        #expect(other.periodMs == 1_000)
        #expect(other.channel.source == nil)
        #expect(other.channel.protection.sourceCount == 0)
        #expect(other.channel.protection.repairCount == 16)
        #expect(other.channel.bandwidthKbps == 1_500)
    }

    @Test("a triplet may miss members, which a licence then does not match")
    func triplet() throws {
        let bare = try Self.read(Self.example.replacing(#""contentOwner":"Team-B","#, with: ""))
        #expect(bare.license == VenueAnnouncement.License(venueName: "Stadium-A", appDeveloper: "Vendor-C"))
    }

    @Test("names are in normal form C, and long ones are cut")
    func names() throws {
        // "é" as "e" and U+0301, and as one character.
        let name = try Self.read(Self.example.replacing("Sideline", with: "Cafe\u{301}")).channel.name
        #expect(Array(name.unicodeScalars).map(\.value) == [0x43, 0x61, 0x66, 0xe9])
        let long = try Self.read(Self.example.replacing("Sideline", with: String(repeating: "x", count: 5_000)))
        #expect(long.channel.name.count == AnnouncedChannel.nameLimit)
    }

    static let kinds: [AnnouncedChannel] = [
        AnnouncedChannel(
            kind: .data, sessionNumber: 7, name: "scores \"live\" \\ \u{1}\n",
            destination: Endpoint(IPAddress(v6: 0xff15 << 48, 9), 5_000),
            encoding: .alc),
        AnnouncedChannel(
            kind: .file, sessionNumber: .max, name: "", text: "日本 🏟", bandwidthKbps: 12,
            destination: Endpoint(IPAddress(v4: 0xef01_0203), 65_535),
            encoding: .flute,
            protection: AnnouncedProtection(scheme: .reedSolomon, matrix: "rfc5510", sourceCount: 20, repairCount: 4)),
        AnnouncedChannel(
            kind: .video, sessionNumber: 0, name: "Wide", destination: Endpoint(IPAddress(v4: 0xef01_0203), 1),
            encoding: .udpTransportStream,
            protection: AnnouncedProtection(scheme: .parity, columns: 8, rows: 4)),
    ]

    @Test("what is written is read again, and a strict peer reads it too", arguments: kinds)
    func roundTrip(_ channel: AnnouncedChannel) throws {
        var announcement = Self.announcement
        announcement.channel = channel
        announcement.title = ""
        announcement.sequence = .max
        let body = announcement.jsonBody()
        #expect(try VenueAnnouncement(parsing: body.lent) == announcement)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        let peers = try #require(object["channel"] as? [String: Any])
        #expect(peers["name"] as? String == channel.name)
        #expect(peers["addr"] as? String == "\(channel.destination.address)")
        #expect(peers["tsi"] as? UInt32 == (channel.kind == .video ? nil : channel.sessionNumber))
    }

    @Test("every prefix of a body is refused as JSON, and damaged ones do not stop the program")
    func hostile() throws {
        let bytes = Array(Self.example.utf8)
        for length in 0..<bytes.count {
            let prefix = Array(bytes[..<length])
            #expect(throws: AnnouncementFault.self) { try VenueAnnouncement(parsing: prefix.lent) }
        }
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2_000 {
            let damaged = Mutation.mutated(bytes, with: &generator)
            _ = try? VenueAnnouncement(parsing: damaged.lent)
        }
    }
}
