import Bytes
import NetworkFormats
import TestSupport
import Testing
import VenueWire

@Suite("SAP message")
struct SAPPacketTests {
    static func read(_ bytes: [UInt8]) throws(ParseError) -> SAPPacket {
        var reader = ByteReader(bytes.span.bytes)
        return try SAPPacket(parsing: &reader)
    }

    @Test("reads two announcements and the deletion that ffmpeg sent", .enabled(if: Corpus.isPresent))
    func ffmpeg() throws {
        let file = try Corpus.bytes("corpus/peer/sap_rtp_es_prompeg_l10d4_ssm.pcap")
        let messages = try PlainCapture.datagrams(file).filter { $0.port == SAPPacket.port }.map {
            (frame: $0.frame, packet: try Self.read($0.payload))
        }
        // tshark -Y sap -T fields -e frame.number -e sap.flags.t -e sap.message_identifier_hash …
        #expect(messages.map(\.frame) == [2, 529, 839])
        #expect(messages.map(\.packet.isDeletion) == [false, false, true])
        for packet in messages.map(\.packet) {
            #expect(packet.messageHash == 0xdc6b)
            #expect(packet.origin == IPAddress("10.77.0.1"))
            #expect(packet.payloadType == "application/sdp")
            #expect(packet.isSessionDescription)
            #expect(!packet.isCompressed)
            var reader = ByteReader(packet.payload.span.bytes)
            let session = try SessionDescription(parsing: &reader)
            #expect(session.name == "No Name")
            #expect(session.origin.address == "127.0.0.1")
            let media = try #require(session.media.first)
            #expect(session.media.map(\.kind) == ["video", "audio"])
            #expect(media.kind == "video")
            #expect(media.formats == ["96"])
            #expect(media.connections.first?.timeToLive == 4)
            #expect(session.endpoints(of: media).map(\.description) == ["239.10.1.3:5010"])
            #expect(media.payloadNames.map(\.encoding) == ["H264/90000"])
        }
    }

    @Test("passes over authentication data counted in words, and reads an IPv6 origin")
    func authenticated() throws {
        // RFC 2974: V = 1, A; 2 words of authentication data; hash; 16 bytes of origin.
        let bytes = try #require(
            [UInt8](hex: "30021234 20010db8000000000000000000000001 aaaaaaaa bbbbbbbb 763d300a"))
        let packet = try Self.read(bytes)
        #expect(packet.origin == IPAddress("2001:db8::1"))
        #expect(packet.authenticationLength == 8)
        #expect(packet.payloadType == nil)
        #expect(packet.payload == Array("v=0\n".utf8))
    }

    @Test("inflates payload type and payload together")
    func compressed() throws {
        // python3: zlib.compress(b"application/sdp\0v=0\r\ns=x\r\n")
        let bytes = try #require(
            [UInt8](hex: "21000001 0a000001 " + Self.deflated))
        let packet = try Self.read(bytes)
        #expect(packet.isCompressed)
        #expect(packet.payloadType == "application/sdp")
        #expect(packet.payload == Array("v=0\r\ns=x\r\n".utf8))
        #expect(throws: ParseError.badCompression) { _ = try Self.read(Array(bytes.dropLast(6))) }
    }

    static let deflated = "789c4b2c28c8c94c4e2cc9cccfd32f4e296028b335e0e52ab6ade0e5020081040844"

    struct Rejected: CustomTestStringConvertible {
        var testDescription: String
        var bytes: String
        var want: ParseError
    }

    static let rejected = [
        Rejected(testDescription: "version 0", bytes: "00000001 0a000001 763d30", want: .unsupportedVersion(0)),
        Rejected(testDescription: "encrypted", bytes: "22000001 0a000001 763d30", want: .encrypted),
        Rejected(testDescription: "type without an end", bytes: "20000001 0a000001 746578742f78", want: .notText),
        Rejected(
            testDescription: "authentication data cut", bytes: "20020001 0a000001 aaaaaaaa",
            want: .truncated(Truncation(wanted: 8, remaining: 4, offset: 8))),
    ]

    @Test("refuses what it cannot read", arguments: rejected)
    func refuses(_ example: Rejected) throws {
        let bytes = try #require([UInt8](hex: example.bytes))
        #expect(throws: example.want) { _ = try Self.read(bytes) }
    }

    @Test("takes a deletion that holds the origin line alone, or nothing")
    func deletion() throws {
        let head = try #require([UInt8](hex: "24001234 0a000001"))
        let packet = try Self.read(head + Array("o=- 1 2 IN IP4 10.0.0.1\r\n".utf8))
        #expect(packet.isDeletion)
        let text = String(decoding: packet.payload, as: UTF8.self)
        #expect(SessionOrigin(firstIn: text) == SessionOrigin(sessionID: "1", version: "2", address: "10.0.0.1"))
        #expect(try Self.read(head).payload.isEmpty)
    }

    @Test("reads what it wrote", arguments: ["10.0.0.2", "2001:db8::7"])
    func roundTrip(_ origin: String) throws {
        let packet = SAPPacket(
            isDeletion: true, messageHash: 77, origin: try #require(IPAddress(origin)), payloadType: "application/json",
            payload: Array("{}".utf8))
        var writer = ByteWriter()
        packet.write(to: &writer)
        #expect(try Self.read(writer.bytes) == packet)
    }

    @Test("refuses every prefix of the header and takes any bytes")
    func everyPrefix() throws {
        let bytes = try #require([UInt8](hex: "21000001 0a000001 " + Self.deflated))
        for length in 0..<bytes.count where length != 8 {
            #expect(throws: ParseError.self) { _ = try Self.read(Array(bytes.prefix(length))) }
        }
        var generator = SeededGenerator(seed: 2974)
        for _ in 0..<2_000 {
            let packet = try? Self.read(Mutation.mutated(bytes, with: &generator))
            #expect((packet?.payload.count ?? 0) <= SAPPacket.inflatedLimit)
        }
    }
}
