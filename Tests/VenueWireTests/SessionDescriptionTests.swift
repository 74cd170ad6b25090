import Bytes
import NetworkFormats
import TestSupport
import Testing
import VenueWire

@Suite("Session description")
struct SessionDescriptionTests {
    static func read(_ text: String) throws(ParseError) -> SessionDescription {
        let bytes = Array(text.utf8)
        var reader = ByteReader(bytes.span.bytes)
        return try SessionDescription(parsing: &reader)
    }

    // The example of RFC 8866, section 5.
    static let example = """
        v=0
        o=jdoe 3724394400 3724394405 IN IP4 198.51.100.1
        s=Call to John Smith
        i=SDP Offer #1
        u=http://www.jdoe.example.com/home.html
        e=Jane Doe <jane@jdoe.example.com>
        p=+1 617 555-6011
        c=IN IP4 198.51.100.1
        t=0 0
        m=audio 49170 RTP/AVP 0
        m=audio 49180 RTP/AVP 0
        m=video 51372 RTP/AVP 99
        c=IN IP6 2001:db8::2
        a=rtpmap:99 h263-1998/90000

        """

    @Test("reads the example of RFC 8866 with either line end", arguments: ["\n", "\r\n"])
    func rfcExample(_ end: String) throws {
        let session = try Self.read(Self.example.replacing("\n", with: end))
        #expect(session.name == "Call to John Smith")
        #expect(session.title == "SDP Offer #1")
        #expect(session.origin.username == "jdoe")
        #expect(session.origin.sessionID == "3724394400")
        #expect(session.origin.version == "3724394405")
        #expect(session.media.map(\.kind) == ["audio", "audio", "video"])
        let endpoints = session.media.map { session.endpoints(of: $0).map(\.description) }
        #expect(endpoints == [["198.51.100.1:49170"], ["198.51.100.1:49180"], ["[2001:db8::2]:51372"]])
        #expect(session.media[2].payloadNames.map(\.payloadType) == [99])
        #expect(session.direction(of: session.media[0]) == .sendReceive)
    }

    struct Spread: CustomTestStringConvertible {
        var testDescription: String
        var connection: String
        var media: String
        var want: [String]
    }

    // RFC 8866, sections 5.7 and 5.14: their examples and the addresses that their text derives from them.
    static let spreads = [
        Spread(
            testDescription: "three groups", connection: "IN IP4 233.252.0.1/127/3", media: "video 49170 RTP/AVP 31",
            want: ["233.252.0.1:49170", "233.252.0.2:49170", "233.252.0.3:49170"]),
        Spread(
            testDescription: "three IPv6 groups", connection: "IN IP6 ff00::db8:0:101/3",
            media: "video 49170 RTP/AVP 31",
            want: ["[ff00::db8:0:101]:49170", "[ff00::db8:0:102]:49170", "[ff00::db8:0:103]:49170"]),
        Spread(
            testDescription: "two pairs of ports", connection: "IN IP4 198.51.100.1", media: "video 49170/2 RTP/AVP 31",
            want: ["198.51.100.1:49170", "198.51.100.1:49172"]),
        Spread(
            testDescription: "two groups, two pairs, one to one", connection: "IN IP4 233.252.0.1/127/2",
            media: "video 49170/2 RTP/AVP 31", want: ["233.252.0.1:49170", "233.252.0.2:49172"]),
        Spread(
            testDescription: "plain UDP counts every port", connection: "IN IP4 239.1.1.1/4",
            media: "video 5000/2 udp 33", want: ["239.1.1.1:5000", "239.1.1.1:5001"]),
        Spread(
            testDescription: "a refused media", connection: "IN IP4 239.1.1.1/4", media: "video 0 RTP/AVP 33", want: []),
        Spread(
            testDescription: "groups across an octet", connection: "IN IP4 239.1.1.255/4/2",
            media: "video 5000 RTP/AVP 33", want: ["239.1.1.255:5000", "239.1.2.0:5000"]),
        Spread(
            testDescription: "a host name", connection: "IN IP4 example.com", media: "video 5000 RTP/AVP 33", want: []),
        Spread(
            testDescription: "a count that is no number", connection: "IN IP4 239.1.1.1/4/x",
            media: "video 5000 RTP/AVP 33", want: []),
    ]

    @Test("spreads groups and ports", arguments: spreads)
    func spread(_ example: Spread) throws {
        let origin = "v=0\no=- 1 1 IN IP4 0.0.0.0\n"
        for text in [
            "\(origin)c=\(example.connection)\nm=\(example.media)\n",
            "\(origin)m=\(example.media)\nc=\(example.connection)\n",
        ] {
            let session = try Self.read(text)
            let media = try #require(session.media.first)
            #expect(session.endpoints(of: media).map(\.description) == example.want)
        }
    }

    @Test("reads source filters, directions and bandwidths of both levels")
    func levels() throws {
        // The filter lines are those of RFC 4570, section 3.2.1.
        let session = try Self.read(
            """
            v=0
            o=- 1 1 IN IP4 192.0.2.10
            s=\u{20}
            c=IN IP4 232.3.4.5/127
            b=AS:2000
            t=3034423619 3042462419
            a=source-filter: incl IN IP4 232.3.4.5 192.0.2.10
            a=recvonly
            x=unknown
            nonsense
            m=video 5000 RTP/AVP 33
            b=TIAS:1600000
            a=source-filter: excl IN IP4 * 192.0.2.11 192.0.2.12
            a=sendonly
            m=text ? RTP/AVP 9
            a=inactive
            m=audio 5002 RTP/AVP 97
            """)
        #expect(session.name.isEmpty)
        #expect(session.start == 3_034_423_619)
        #expect(session.stop == 3_042_462_419)
        let sender = try #require(IPAddress("192.0.2.10"))
        #expect(
            session.sourceFilters == [SessionSourceFilter(group: IPAddress("232.3.4.5"), sources: [sender])])
        #expect(session.bandwidths.map(\.kilobitsPerSecond) == [2000])
        #expect(session.media.map(\.kind) == ["video", "audio"])
        #expect(session.media[0].bandwidths.map(\.kilobitsPerSecond) == [1600])
        #expect(session.media[0].sourceFilters.first?.isInclusive == false)
        #expect(session.media[0].sourceFilters.first?.group == nil)
        #expect(session.media[0].sourceFilters.first?.sources.count == 2)
        #expect(session.direction(of: session.media[0]) == .sendOnly)
        #expect(session.direction(of: session.media[1]) == .receiveOnly)
    }

    struct Rejected: CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var want: ParseError
    }

    static let rejected = [
        Rejected(testDescription: "nothing", text: "", want: .badLine(UInt8(ascii: "v"))),
        Rejected(testDescription: "version 1", text: "v=1\no=- 1 1 IN IP4 a\n", want: .badLine(UInt8(ascii: "v"))),
        Rejected(testDescription: "no origin", text: "v=0\ns=x\n", want: .badLine(UInt8(ascii: "o"))),
        Rejected(testDescription: "short origin", text: "v=0\no=- 1 1\n", want: .badLine(UInt8(ascii: "o"))),
        Rejected(testDescription: "NUL", text: "v=0\no=- 1 1 IN IP4 a\ns=\0x\n", want: .notText),
        Rejected(
            testDescription: "65 media sections",
            text: "v=0\no=- 1 1 IN IP4 a\n" + String(repeating: "m=audio 4 RTP/AVP 0\n", count: 65),
            want: .limitExceeded),
        Rejected(
            testDescription: "4 097 lines",
            text: "v=0\no=- 1 1 IN IP4 a\n" + String(repeating: "x=\r\n", count: 4_095), want: .limitExceeded),
        Rejected(testDescription: "64 KiB", text: String(repeating: "v", count: 65_537), want: .limitExceeded),
    ]

    @Test("refuses what is not a description", arguments: rejected)
    func refuses(_ example: Rejected) {
        #expect(throws: example.want) { _ = try Self.read(example.text) }
    }

    @Test("reads what it wrote")
    func roundTrip() throws {
        let session = try Self.read(Self.example)
        var writer = ByteWriter()
        session.write(to: &writer)
        var reader = ByteReader(writer.bytes.span.bytes)
        #expect(try SessionDescription(parsing: &reader) == session)
    }

    @Test("every prefix and any damage is refused or read, never more")
    func damage() throws {
        let bytes = Array(Self.example.utf8)
        for length in 0..<bytes.count {
            var reader = ByteReader(bytes.span.bytes.extracting(0..<length))
            let session = try? SessionDescription(parsing: &reader)
            #expect((session?.media.count ?? 0) <= 3)
        }
        var generator = SeededGenerator(seed: 8866)
        for _ in 0..<400 {
            let damaged = Mutation.mutated(bytes, with: &generator)
            var reader = ByteReader(damaged.span.bytes)
            guard let session = try? SessionDescription(parsing: &reader) else { continue }
            for media in session.media {
                #expect(session.endpoints(of: media).count <= SessionMedia.endpointLimit)
            }
        }
    }
}
