import NetworkFormats
import Testing
import VenueSettings

@Suite("Join address")
struct JoinAddressTests {
    @Test("reads group, port, name, senders and protection")
    func reads() throws {
        let address = try #require(
            JoinAddress("rtp://239.1.2.3:5000?name=Main%20Stand%C3%A9&source=10.0.0.1&source=10.0.0.2&fec=none"))
        #expect(address.carriage == .rtp)
        #expect(address.endpoint == Endpoint(IPAddress(v4: 0xef01_0203), 5000))
        #expect(address.name == "Main Standé")
        #expect(address.sources == [IPAddress(v4: 0x0a00_0001), IPAddress(v4: 0x0a00_0002)])
        #expect(address.ports == [5000])
    }

    @Test("looks for SMPTE 2022-1 two and four ports up beside RTP, and for nothing beside plain UDP")
    func findsPorts() {
        #expect(JoinAddress("rtp://239.1.2.3:5000")?.ports == [5000, 5002, 5004])
        #expect(JoinAddress("udp://239.1.2.3:5000")?.ports == [5000])
        #expect(JoinAddress("udp://239.1.2.3:5000?fec=st2022-1")?.ports == [5000, 5002, 5004])
        #expect(JoinAddress("rtp://239.1.2.3:65533")?.ports == [65533, 65535])
        #expect(JoinAddress("rtp://239.1.2.3:65534")?.ports == [65534])
    }

    @Test("takes the @ and the slash that players write, and IPv6 in brackets")
    func takesForms() {
        #expect(JoinAddress("udp://@239.1.2.3:5000/")?.endpoint.port == 5000)
        #expect(JoinAddress("rtp://[ff15::1]:5004")?.endpoint.address == IPAddress("ff15::1"))
    }

    @Test(
        "refuses what is no address",
        arguments: [
            "", "rtp://", "http://239.1.2.3:5000", "rtp://239.1.2.3", "rtp://239.1.2.3:0", "rtp://239.1.2.3:65536",
            "rtp://239.1.2.3:+5", "rtp://ff15::1:5004", "rtp://239.1.2.3:5000?colour=red", "rtp://239.1.2.3:5000?name=",
            "rtp://239.1.2.3:5000?name=%zz", "rtp://239.1.2.3:5000?name=%00", "rtp://239.1.2.3:5000?name=%ff",
            "rtp://239.1.2.3:5000?fec=raptor", "rtp://239.1.2.3:5000?source=nobody",
        ])
    func refuses(_ text: String) {
        #expect(JoinAddress(text) == nil)
    }
}
