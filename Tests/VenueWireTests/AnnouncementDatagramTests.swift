import Bytes
import Foundation
import NetworkFormats
import TestSupport
import Testing
import VenueWire

@Suite("Datagram of an announcement")
struct AnnouncementDatagramTests {
    static let origin = IPAddress(v4: 0x0a09_0002)

    static func read(_ bytes: [UInt8]) throws -> SAPPacket {
        var reader = ByteReader(bytes.lent)
        return try SAPPacket(parsing: &reader)
    }

    @Test("is SAP with the hash, the Streamer's address and the payload type, as RFC 2974 draws it")
    func header() throws {
        let announcement = VenueAnnouncementTests.announcement
        let bytes = announcement.datagram(from: Self.origin)
        let head: [UInt8] = [0x20, 0, 0xbd, 0x4c, 10, 9, 0, 2] + Array("application/json\0{".utf8)
        #expect(Array(bytes.prefix(head.count)) == head)
        #expect(bytes.count <= VenueAnnouncement.plainLimit)
        let packet = try Self.read(bytes)
        #expect(packet.isVenueAnnouncement && !packet.isDeletion && !packet.isSessionDescription)
        #expect(packet.payload == announcement.jsonBody())
        // T = 1 with the last body.
        let deletion = announcement.datagram(from: Self.origin, isDeletion: true)
        #expect(deletion[0] == 0x24 && deletion.dropFirst() == bytes.dropFirst())
    }

    @Test("long bodies go compressed, payload type and all")
    func compressed() throws {
        var announcement = VenueAnnouncementTests.announcement
        announcement.channel.text = String(repeating: "long ", count: 200)
        let bytes = announcement.datagram(from: IPAddress(v6: 0x2001_0db8 << 32, 1))
        #expect(bytes[0] == 0x31)
        #expect(bytes.count < 600)
        let packet = try Self.read(bytes)
        #expect(packet.isCompressed && packet.isVenueAnnouncement)
        #expect(packet.payload == announcement.jsonBody())
    }

    @Test(
        "Python inflates what is sent compressed",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/python3")))
    func python() throws {
        var announcement = VenueAnnouncementTests.announcement
        announcement.channel.text = String(repeating: "long ", count: 200)
        let bytes = announcement.datagram(from: Self.origin)
        let script = "import sys,zlib;sys.stdout.buffer.write(zlib.decompress(bytes.fromhex(sys.argv[1])[8:]))"
        let text = try #require(try Self.output("/usr/bin/python3", ["-c", script, bytes.hex]))
        #expect(Array(text.utf8) == Array("application/json\0".utf8) + announcement.jsonBody())
    }

    @Test("the copy for players has one media line and the address at session level")
    func description() throws {
        let session = try #require(
            VenueAnnouncementTests.announcement.sessionDescription(from: Self.origin))
        var writer = ByteWriter()
        session.write(to: &writer)
        let lines = String(decoding: writer.bytes, as: UTF8.self).components(separatedBy: "\r\n")
        // FNV-1a of "a1|7f3c|video|3", by python3.
        #expect(
            lines == [
                "v=0", "o=- \(Self.number) 1 IN IP4 10.9.0.2", "s=Sideline", "i=near the bench",
                "c=IN IP4 239.10.10.1/15",
                "t=0 0", "a=source-filter: incl IN IP4 239.10.10.1 10.9.0.2", "m=video 5000 RTP/AVP 33",
                "b=TIAS:1500000",
                "a=rtpmap:33 MP2T/90000", "a=fec-source-flow: id=0; tag-len=6",
                "a=fec-repair-flow: encoding-id=8; fssi=E:1331,S:0,m:8", "a=repair-window:500ms", "",
            ])
        let media = try #require(session.media.first)
        #expect(session.endpoints(of: media) == [VenueAnnouncementTests.announcement.channel.destination])
        #expect(session.sourceFilters.flatMap(\.sources) == [Self.origin])
    }

    static let number = "3035533492"

    @Test("data and file channels have no copy for players")
    func none() {
        for channel in VenueAnnouncementTests.kinds.prefix(2) {
            var announcement = VenueAnnouncementTests.announcement
            announcement.channel = channel
            #expect(announcement.standardDatagram(from: Self.origin) == nil)
        }
    }

    @Test("the copy and its deletion bear one hash, and the deletion carries the origin line")
    func standard() throws {
        let announcement = VenueAnnouncementTests.announcement
        let sent = try Self.read(try #require(announcement.standardDatagram(from: Self.origin)))
        let deleted = try Self.read(
            try #require(announcement.standardDatagram(from: Self.origin, isDeletion: true)))
        #expect(sent.isSessionDescription && deleted.isSessionDescription && deleted.isDeletion)
        #expect(sent.messageHash == deleted.messageHash && sent.messageHash != 0)
        #expect(String(decoding: deleted.payload, as: UTF8.self) == "o=- \(Self.number) 1 IN IP4 10.9.0.2\r\n")
    }

    /// What a program writes to its standard output as text; nil when it fails.
    static func output(_ program: String, _ arguments: [String]) throws -> String? {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }

    /// A pcap file of raw IPv4 frames that bear `payloads` to port 9875.
    static func capture(_ payloads: [[UInt8]]) -> [UInt8] {
        var writer = ByteWriter()
        // Microseconds, version 2.4, link type 101 (raw IP).
        for word in [0xa1b2_c3d4, 0x0002_0004, 0, 0, 65_535, 101] as [UInt32] { writer.write(word) }
        for payload in payloads {
            let length = UInt32(payload.count + 28)
            for word in [1, 0, length, length] as [UInt32] { writer.write(word) }
            for word in [0x4500_0000 | length, 0, 0x0f11_0000, 0x0a09_0002, 0xefff_2a01] as [UInt32] {
                writer.write(word)
            }
            for half in [9_875, 9_875, UInt16(payload.count + 8), 0] as [UInt16] { writer.write(half) }
            writer.write(contentsOf: payload)
        }
        return writer.bytes
    }

    static let tshark = "/usr/bin/tshark"

    @Test("Wireshark reads both as SAP", .enabled(if: FileManager.default.isExecutableFile(atPath: tshark)))
    func wireshark() throws {
        let announcement = VenueAnnouncementTests.announcement
        let twin = try #require(announcement.standardDatagram(from: Self.origin))
        let payloads = [
            announcement.datagram(from: Self.origin), announcement.datagram(from: Self.origin, isDeletion: true), twin,
        ]
        let capture = Self.capture(payloads)
        let file = FileManager.default.temporaryDirectory.appending(path: "announcement-\(UUID()).pcap")
        try Data(capture).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let fields = [
            "sap.flags.v", "sap.flags.t", "sap.flags.c", "sap.message_identifier_hash", "sap.originating_source",
            "sap.payload_type", "sdp.session_name", "sdp.media",
        ]
        let text = try #require(
            try Self.output(
                Self.tshark, ["-r", file.path(), "-Y", "sap", "-T", "fields"] + fields.flatMap { ["-e", $0] }))
        let rows = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(rows.map { $0[1] } == ["0", "1", "0"])
        #expect(rows.map { $0[3] }.prefix(2) == ["0xbd4c", "0xbd4c"])
        #expect(rows.map { $0[4] } == ["10.9.0.2", "10.9.0.2", "10.9.0.2"])
        #expect(rows.map { $0[5] } == ["application/json", "application/json", "application/sdp"])
        #expect(rows[2][6] == "Sideline")
        #expect(rows[2][7].contains("video 5000 RTP/AVP 33"))
    }
}
