import Bytes
import NetworkFormats
import VenueWire

extension FuzzTarget {
    static var sapSeeds: [FuzzSeed] {
        let session = SeedBytes.session()
        var compressed = SeedBytes.sap([])
        compressed[0] |= 1
        var encrypted = SeedBytes.sap(session)
        encrypted[0] |= 2
        var authenticated = SeedBytes.sap([])
        authenticated[1] = 2
        var six = ByteWriter()
        SAPPacket(messageHash: 1, origin: .init(v6: 0xfd00_0000_0000_0000, 1), payloadType: nil, payload: session)
            .write(to: &six)
        return [
            FuzzSeed("announcement", SeedBytes.sap(session)),
            FuzzSeed("typed", SeedBytes.sap(session, type: SAPPacket.sessionDescriptionType)),
            FuzzSeed("other-type", SeedBytes.sap(Array("{}".utf8), type: "application/json")),
            FuzzSeed("deletion", SeedBytes.sap(Array("o=- 1 1 IN IP4 10.0.0.1\r\n".utf8), isDeletion: true)),
            FuzzSeed("compressed", compressed + SeedBytes.zlib(session)),
            FuzzSeed("compressed-cut", compressed + SeedBytes.zlib(session).prefix(60)),
            FuzzSeed("compressed-large", compressed + SeedBytes.zlib([UInt8](repeating: 0x0a, count: 60_000))),
            FuzzSeed("encrypted", encrypted),
            FuzzSeed("authenticated", authenticated + [UInt8](repeating: 9, count: 8) + session),
            FuzzSeed("ipv6", six.bytes),
            FuzzSeed("header-only", SeedBytes.sap([])),
            FuzzSeed("type-without-end", SeedBytes.sap([UInt8](repeating: 0x61, count: 300))),
        ]
    }

    static var sdpSeeds: [FuzzSeed] {
        let head = "v=0\no=- 1 1 IN IP4 10.0.0.1\ns=Name\nt=0 0\n"
        return [
            ("usual", String(decoding: SeedBytes.session(), as: UTF8.self)),
            // The example of RFC 8866, section 5.
            (
                "rfc8866",
                """
                v=0\r\no=jdoe 3724394400 3724394405 IN IP4 198.51.100.1\r\ns=Call to John Smith\r
                i=SDP Offer #1\r\nu=http://www.jdoe.example.com/home.html\r\ne=Jane Doe <jane@jdoe.example.com>\r
                p=+1 617 555-6011\r\nc=IN IP4 198.51.100.1\r\nt=0 0\r\nm=audio 49170 RTP/AVP 0\r
                m=audio 49180 RTP/AVP 0\r\nm=video 51372 RTP/AVP 99\r\nc=IN IP6 2001:db8::2\r\na=rtpmap:99 h263-1998/90000\r\n
                """
            ),
            ("minimal", "v=0\no=- 1 1 IN IP4 10.0.0.1"),
            ("groups", head + "c=IN IP4 239.1.1.1/127/3\nm=video 5000/3 RTP/AVP 33\n"),
            ("many-groups", head + "c=IN IP4 239.1.1.1/255/65535\nm=video 65534/65535 RTP/AVP 33\n"),
            ("ipv6-groups", head + "c=IN IP6 ff3e::ffff:ffff/65535\nm=video 5000 udp 33\n"),
            (
                "last-addresses",
                head + "c=IN IP4 255.255.255.255/1/9\nc=IN IP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/9\n"
            ),
            (
                "filters",
                head
                    + "a=source-filter: excl IN IP4 239.1.1.1 10.0.0.1 host 10.0.0.2\nm=audio 0 RTP/AVP 0\na=inactive\n"
            ),
            ("bandwidth", head + "b=TIAS:18446744073709551615\nb=AS:-1\nm=x 1 y z\nb=AS:5000\n"),
            (
                "refused-media",
                head + "m=video\nc=IN IP4 1.2.3.4\nm=video 99999 RTP/AVP 1\na=x\nm=audio 1/0 RTP/AVP 1\n"
            ),
            ("many-media", head + String(repeating: "m=a 5000 RTP/AVP 33\n", count: 65)),
            ("long-times", "v=0\no=- 1 1 IN IP4 h\ns= \nt=18446744073709551615 18446744073709551616\nt=1 2\n"),
            (
                "marks",
                "v=0\no=e\u{301} 1 1 IN IP4 h\ns=e\u{301}\u{302}\u{303} \u{202e}\u{feff}\nm=\u{1F3C0} 5000 RTP/AVP 33\n"
            ),
            ("nul-at-the-end", head + "\0"),
            ("nul-inside", head + "\0\n"),
        ].map { FuzzSeed($0.0, Array($0.1.utf8)) }
    }
}
