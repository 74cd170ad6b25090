import Bytes
import NetworkFormats
import Testing

@Suite("Link layers")
struct LinkLayerTests {
    /// Bytes before an IP packet that make it a frame of a link type, and bytes behind it.
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var linkType: UInt32
        var before: String
        var packet = Packets.v4
        var behind = ""
        var testDescription: String { name }

        var frame: [UInt8] { Packets.bytes(before) + packet + Packets.bytes(behind) }
    }

    static let addresses = "01005e010101 02000a010105"

    // Layouts: IEEE 802.3, 802.1Q, 802.2; RFC 1042, 2516, 1661, 1662, 3032, 4448; tcpdump.org/linktypes.html.
    static let ethernet = [
        Case(name: "Ethernet", linkType: 1, before: addresses + "0800"),
        Case(name: "Ethernet, padded", linkType: 1, before: addresses + "0800", behind: "00000000000000000000000000"),
        Case(name: "Ethernet, IPv6", linkType: 1, before: addresses + "86dd", packet: Packets.v6),
        Case(name: "802.1Q", linkType: 1, before: addresses + "81000014 0800"),
        Case(name: "QinQ", linkType: 1, before: addresses + "88a80014 81000015 0800"),
        Case(
            name: "three tags", linkType: 1, before: addresses + "91000014 92000015 81000016 86dd", packet: Packets.v6),
        Case(name: "five tags", linkType: 1, before: addresses + "8100000181000002810000038100000493000005 0800"),
        Case(name: "LLC and SNAP, padded", linkType: 1, before: addresses + "0029 aaaa03 000000 0800", behind: "0000"),
        Case(name: "LLC and SNAP, tagged", linkType: 1, before: addresses + "81000014 0029 aaaa03 000000 0800"),
        Case(
            name: "bridge-tunnel SNAP", linkType: 1, before: addresses + "003d aaaa03 0000f8 86dd", packet: Packets.v6),
        Case(name: "LLC with the SAP of IP", linkType: 1, before: addresses + "0024 060603"),
        Case(name: "PPPoE", linkType: 1, before: addresses + "8864 11 00 0001 0023 0021", behind: "ffff"),
        Case(name: "PPPoE, short protocol", linkType: 1, before: addresses + "8864 11 00 0001 0022 21"),
        Case(
            name: "PPPoE in a VLAN, IPv6", linkType: 1, before: addresses + "81000014 8864 11 00 0001 0037 0057",
            packet: Packets.v6),
        Case(name: "MPLS", linkType: 1, before: addresses + "8847 00010140"),
        Case(name: "MPLS, three labels", linkType: 1, before: addresses + "8848 00010040 00020040 00030140"),
        Case(name: "MPLS, IPv6", linkType: 1, before: addresses + "8847 00010140", packet: Packets.v6),
        Case(
            name: "Ethernet over MPLS, control word", linkType: 1,
            before: addresses + "8847 00010140 00000007" + addresses + "81000014 0800"),
        Case(name: "Ethernet over MPLS", linkType: 1, before: addresses + "8847 00010140" + addresses + "0800"),
        Case(name: "PPPoE itself", linkType: 51, before: "11 00 0001 0023 0021"),
    ]
    static let others = [
        Case(name: "PPP", linkType: 9, before: "ff03 0021"),
        Case(name: "PPP, bare", linkType: 9, before: "0021"),
        Case(name: "PPP, compressed", linkType: 9, before: "ff03 21"),
        Case(name: "PPP, IPv6", linkType: 9, before: "ff03 0057", packet: Packets.v6),
        Case(name: "PPP, MPLS", linkType: 9, before: "ff03 0281 00010140"),
        Case(name: "PPP in HDLC", linkType: 50, before: "ff03 0021"),
        Case(name: "Cisco HDLC in PPP", linkType: 50, before: "0f00 0800"),
        Case(name: "Cisco HDLC", linkType: 104, before: "8f00 86dd", packet: Packets.v6),
        Case(name: "cooked", linkType: 113, before: "0000 0001 0006 02000a0101050000 0800"),
        Case(name: "cooked, IPv6", linkType: 113, before: "0002 0001 0006 02000a0101050000 86dd", packet: Packets.v6),
        Case(name: "cooked, VLAN", linkType: 113, before: "0000 0001 0006 02000a0101050000 8100 0014 0800"),
        Case(name: "cooked, LLC", linkType: 113, before: "0000 0001 0006 02000a0101050000 0004 aaaa03 000000 0800"),
        Case(name: "cooked 2", linkType: 276, before: "0800 0000 00000002 0001 00 06 02000a0101050000"),
        Case(
            name: "cooked 2, VLANs", linkType: 276,
            before: "88a8 0000 00000002 0001 00 06 02000a0101050000 0014 8100 0015 0800"),
        Case(
            name: "cooked 2, IPv6", linkType: 276, before: "86dd 0000 00000002 0001 04 06 02000a0101050000",
            packet: Packets.v6),
        Case(name: "NULL, little-endian", linkType: 0, before: "02000000"),
        Case(name: "NULL, big-endian", linkType: 0, before: "00000002"),
        Case(name: "LOOP", linkType: 108, before: "00000002"),
        Case(name: "LOOP, little-endian", linkType: 108, before: "02000000"),
        Case(name: "NULL, Cisco HDLC", linkType: 0, before: "0f000800"),
    ]
    static let bare: [Case] =
        [12, 14, 101, 228, 229].flatMap { (type: UInt32) in
            [
                Case(name: "raw \(type)", linkType: type, before: ""),
                Case(name: "raw \(type), IPv6", linkType: type, before: "", packet: Packets.v6),
            ]
        }
        + ["0a", "18", "1c", "1e"].flatMap { family in
            [
                Case(name: "NULL, IPv6 \(family)", linkType: 0, before: family + "000000", packet: Packets.v6),
                Case(name: "LOOP, IPv6 \(family)", linkType: 108, before: "000000" + family, packet: Packets.v6),
            ]
        }
    static let all = ethernet + others + bare + WirelessLANTests.cases

    @Test("are passed through down to the datagram", arguments: all)
    func decodes(_ example: Case) {
        let (sink, counters) = decoded(
            [example.frame], linkType: example.linkType, options: FrameOptions(verifyChecksums: true))
        #expect(counters.spoken == ["frames 1", "datagrams 1"])
        #expect(sink.payloads == [Packets.hello])
        let isIPv6 = example.packet == Packets.v6
        #expect(sink.headers.first?.source == (isIPv6 ? Packets.source6 : Packets.source))
        #expect(sink.headers.first?.destination == (isIPv6 ? Packets.group6 : Packets.group))
        #expect(sink.headers.first?.ttl == 9)
        #expect(sink.headers.first?.dscp == 34)
        #expect(sink.headers.first?.wireLength == 5)
    }

    /// A frame that gives nothing, and the counter that says so.
    struct Refusal: CustomTestStringConvertible, Sendable {
        var name: String
        var linkType: UInt32
        var frame: String
        var counter: String
        var testDescription: String { name }
    }

    static let refused = [
        Refusal(name: "no bytes", linkType: 1, frame: "", counter: "malformed"),
        Refusal(name: "13 bytes", linkType: 1, frame: addresses + "08", counter: "malformed"),
        Refusal(name: "ARP", linkType: 1, frame: addresses + "0806 0001080006040001", counter: "notIP"),
        Refusal(name: "spanning tree", linkType: 1, frame: addresses + "0026 424203 0000000000", counter: "notIP"),
        Refusal(name: "raw IPX", linkType: 1, frame: addresses + "0022 ffff 0022 0000", counter: "notIP"),
        Refusal(
            name: "Cisco discovery", linkType: 1, frame: addresses + "0026 aaaa03 00000c 2000 00", counter: "notIP"),
        Refusal(name: "link layer discovery", linkType: 1, frame: addresses + "88cc 0207", counter: "notIP"),
        Refusal(name: "between length and type", linkType: 1, frame: addresses + "05ff 0207", counter: "notIP"),
        Refusal(name: "half a tag", linkType: 1, frame: addresses + "8100 0014", counter: "malformed"),
        Refusal(
            name: "tags without end", linkType: 1,
            frame: addresses + String(repeating: "81000001", count: 40) + "0800", counter: "malformed"),
        Refusal(
            name: "labels without end", linkType: 1,
            frame: addresses + "8847" + String(repeating: "00010040", count: 40), counter: "malformed"),
        Refusal(
            name: "LLC in LLC without end", linkType: 1,
            frame: addresses + String(repeating: "05dc aaaa03 000000", count: 100), counter: "malformed"),
        Refusal(name: "MPLS channel", linkType: 1, frame: addresses + "8847 00010140 10000007", counter: "notIP"),
        Refusal(name: "PPPoE discovery", linkType: 1, frame: addresses + "8863 1109 0000 0000", counter: "notIP"),
        Refusal(name: "PPPoE of no session", linkType: 1, frame: addresses + "8864 1109 0000 0000", counter: "notIP"),
        Refusal(name: "PPPoE version 2", linkType: 1, frame: addresses + "8864 2100 0001 0000", counter: "malformed"),
        Refusal(name: "PPPoE, LCP", linkType: 1, frame: addresses + "8864 1100 0001 0004 c021 0901", counter: "notIP"),
        Refusal(
            name: "PPPoE, too short", linkType: 1, frame: addresses + "8864 1100 0001 0001 0021", counter: "malformed"),
        Refusal(
            name: "cooked ARP", linkType: 113, frame: "0000 0001 0006 02000a0101050000 0806 0001", counter: "notIP"),
        Refusal(
            name: "cooked CAN", linkType: 113, frame: "0000 0118 0006 02000a0101050000 000c 0001", counter: "notIP"),
        Refusal(name: "loopback, AF_APPLETALK", linkType: 0, frame: "10000000 45", counter: "notIP"),
        Refusal(name: "raw, version 5", linkType: 101, frame: "55", counter: "notIP"),
        Refusal(name: "USB", linkType: 189, frame: "00", counter: "unknownLinkType"),
        Refusal(name: "a link type of 32 bits", linkType: .max, frame: "00", counter: "unknownLinkType"),
    ]

    @Test("that carry no datagram are counted by reason", arguments: refused + WirelessLANTests.refused)
    func refuses(_ example: Refusal) {
        let (sink, counters) = decoded([Packets.bytes(example.frame)], linkType: example.linkType)
        #expect(counters.spoken == ["frames 1", "\(example.counter) 1"])
        #expect(sink.headers.isEmpty)
    }

    @Test("of every kind refuse every prefix, and say whether the capture cut it", arguments: all)
    func prefixes(_ example: Case) {
        let frame = example.frame
        let needed = frame.count - Packets.bytes(example.behind).count
        for length in 0..<needed {
            var sink = CollectingSink()
            var decoder = FrameDecoder()
            decoder.decode(Array(frame[..<length]), example.linkType, wireLength: frame.count, into: &sink)
            #expect(decoder.counters.truncatedFrames == 1)
            // Five bytes of payload lie at the end; before them, a header is cut.
            if length < needed - 5 {
                #expect(decoder.counters.truncatedHeader == 1)
            } else {
                #expect(sink.headers.map(\.wireLength) == [5])
                #expect(sink.headers.map(\.storedLength) == [UInt32(length - needed + 5)])
                #expect(decoder.counters.checksumMismatches == 0)
            }
            var whole = FrameDecoder()
            whole.decode(Array(frame[..<length]), example.linkType, into: &sink)
            #expect(whole.counters.truncatedFrames == 0)
            #expect(whole.counters.datagrams == whole.counters.lengthMismatches)
        }
    }
}
