import NetworkFormats
import Testing
import Timing

@Suite("IP addresses")
struct IPAddressTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var text: String
        var canonical: String
        init(_ text: String, _ canonical: String) {
            self.text = text
            self.canonical = canonical
        }
        var testDescription: String { text }
    }

    // The right column is Python's str(ipaddress.ip_address(text)).
    static let forms = [
        Case("::", "::"), Case("::1", "::1"), Case("1::", "1::"), Case("fe80::1", "fe80::1"),
        Case("2001:db8::8:800:200c:417a", "2001:db8::8:800:200c:417a"),
        Case("2001:DB8:0:0:8:800:200C:417A", "2001:db8::8:800:200c:417a"),
        Case("ff01:0:0:0:0:0:0:101", "ff01::101"),
        Case("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        Case("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
        Case("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        Case("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), Case("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
        Case("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), Case("0:0:0:0:0:0:13.1.68.3", "::d01:4403"),
        Case("::ffff:129.144.52.38", "::ffff:8190:3426"), Case("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
        Case("ff3e::8000:1", "ff3e::8000:1"), Case("1:0:0:2:0:0:0:3", "1:0:0:2::3"), Case("0001:0:0::02", "1::2"),
        Case("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        Case("1:2:3:4:5::255.255.255.255", "1:2:3:4:5:0:ffff:ffff"),
        Case("0.0.0.0", "0.0.0.0"), Case("255.255.255.255", "255.255.255.255"), Case("239.10.1.1", "239.10.1.1"),
    ]

    @Test("are read in every form and written in one", arguments: forms)
    func text(_ example: Case) throws {
        let address = try #require(IPAddress(example.text))
        #expect(address.description == example.canonical)
        #expect(IPAddress(example.canonical) == address)
    }

    // Each is refused by Python's ipaddress; but for the zone identifier, which it takes and we do not.
    static let refused = [
        "", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "12345::", "g::",
        "::1%eth0", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.04", "01.2.3.4", "+1.2.3.4", " 1.2.3.4", "1.2.3.4 ",
        "1.2.3.4::", "::1.2.3", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "1..2.3", "0x1.2.3.4", "::-1", "1:", "::1:",
        "fe80::1/64", "1.2.3.4:80", "\u{FF11}.2.3.4", "::\u{FF11}", "1.2.3.", "1:::2",
    ]

    @Test("are not made of other text", arguments: refused)
    func refuses(_ text: String) { #expect(IPAddress(text) == nil) }

    @Test("are ordered by number, those of version 4 first")
    func order() throws {
        let sorted = try ["0.0.0.0", "9.255.0.0", "10.0.0.1", "239.1.1.1", "::", "::1", "1::", "fe80::", "ff3e::1"]
            .map { try #require(IPAddress($0)) }
        var random = SystemRandomNumberGenerator()
        #expect(sorted.shuffled(using: &random).sorted() == sorted)
        for (left, right) in zip(sorted, sorted.dropFirst()) {
            #expect(left < right)
            #expect(!(right < left))
            #expect(!(left < left))
        }
        #expect(IPAddress("::a00:1") != IPAddress("10.0.0.1"))
    }

    // RFC 5771, section 3; RFC 4291, section 2.7.
    @Test("know whether they name a group")
    func groups() {
        for text in ["224.0.0.0", "239.255.255.255", "ff00::", "ff3e::1"] {
            #expect(IPAddress(text)?.isMulticast == true)
        }
        for text in ["223.255.255.255", "240.0.0.0", "fe80::1", "::", "0.0.0.0"] {
            #expect(IPAddress(text)?.isMulticast == false)
        }
    }

    @Test("with a port are written with brackets where needed, and ordered by address first")
    func endpoints() {
        #expect(Packets.group.description == "239.129.1.1:5004")
        #expect(Packets.group6.description == "[ff3e::8000:1]:5004")
        let a = Endpoint(IPAddress(v4: 1), 9)
        let b = Endpoint(IPAddress(v4: 2), 1)
        let c = Endpoint(IPAddress(v4: 2), 2)
        #expect([c, b, a].sorted() == [a, b, c])
    }

    @Test("order moments by datagram before time")
    func moments() {
        let early = Moment(time: .init(nanoseconds: 5), ordinal: 1)
        let tick = Moment(time: .init(nanoseconds: 9), ordinal: 1)
        let next = Moment(time: .init(nanoseconds: 7), ordinal: 2)
        #expect([next, tick, early].sorted() == [early, tick, next])
    }
}
