import Bytes
import NetworkFormats
import Testing

@Suite("802.11 frames")
struct WirelessLANTests {
    typealias Case = LinkLayerTests.Case
    typealias Refusal = LinkLayerTests.Refusal

    // IEEE 802.11, 9.2 and 9.3.2.1: control, duration, three addresses, sequence control; radiotap.org for the rest.
    static let addresses = "0000 01005e010101 020000000001 020000000002 1000"
    static let snap = "aaaa03 000000 0800"
    static let cases = [
        Case(name: "802.11", linkType: 105, before: "0802" + addresses + snap),
        Case(
            name: "802.11, IPv6", linkType: 105, before: "0802" + addresses + "aaaa03 000000 86dd", packet: Packets.v6),
        Case(name: "802.11, QoS", linkType: 105, before: "8802" + addresses + "0500" + snap),
        Case(name: "802.11, QoS and HT control", linkType: 105, before: "8882" + addresses + "0500 00000000" + snap),
        Case(name: "802.11, four addresses", linkType: 105, before: "0803" + addresses + "020000000003" + snap),
        Case(
            name: "802.11, four addresses, QoS", linkType: 105, before: "8803" + addresses + "020000000003 0500" + snap),
        Case(name: "radiotap, no fields", linkType: 127, before: "0000 0800 00000000 0802" + addresses + snap),
        Case(
            name: "radiotap, FCS", linkType: 127, before: "0000 0900 02000000 10 0802" + addresses + snap,
            behind: "deadbeef"),
        Case(
            name: "radiotap, time, padding", linkType: 127,
            before: "0000 1200 03000000 0102030405060708 20 00 8802" + addresses + "0500 0000" + snap),
        Case(
            name: "radiotap, three words, time, FCS, padding", linkType: 127,
            before: "0000 1c00 030000a0 000000a0 00000000 0102030405060708 30000000"
                + "8802" + addresses + "0500 0000" + snap, behind: "deadbeef"),
        Case(
            name: "Prism", linkType: 119,
            before: "44000000 90000000" + String(repeating: "00", count: 136) + "0802" + addresses + snap),
        Case(
            name: "Prism, big-endian", linkType: 119,
            before: "00000044 00000090" + String(repeating: "00", count: 136) + "0802" + addresses + snap),
        Case(
            name: "AVS", linkType: 163,
            before: "80211001 00000040" + String(repeating: "00", count: 56) + "0802" + addresses + snap),
        Case(
            name: "AVS labelled Prism", linkType: 119,
            before: "80211001 00000040" + String(repeating: "00", count: 56) + "0802" + addresses + snap),
    ]

    static let refused = [
        Refusal(name: "beacon", linkType: 105, frame: "8000" + addresses, counter: "wlanManagement"),
        Refusal(name: "acknowledgement", linkType: 105, frame: "d400 0000 020000000001", counter: "wlanControl"),
        Refusal(name: "no data", linkType: 105, frame: "4801" + addresses, counter: "wlanNoData"),
        Refusal(name: "QoS, no data", linkType: 105, frame: "c801" + addresses + "0000", counter: "wlanNoData"),
        Refusal(
            name: "encrypted", linkType: 105, frame: "0842" + addresses + "0000000000000000", counter: "wlanEncrypted"),
        Refusal(name: "fragment to come", linkType: 105, frame: "0806" + addresses + snap, counter: "wlanFragment"),
        Refusal(
            name: "later fragment", linkType: 105,
            frame: "0802 0000 01005e010101 020000000001 020000000002 1100" + snap, counter: "wlanFragment"),
        Refusal(name: "EAPOL", linkType: 105, frame: "0802" + addresses + "aaaa03 000000 888e", counter: "notIP"),
        Refusal(name: "protocol version 2", linkType: 105, frame: "0a02" + addresses + snap, counter: "malformed"),
        Refusal(name: "extension", linkType: 105, frame: "0c02" + addresses + snap, counter: "malformed"),
        Refusal(name: "damaged", linkType: 127, frame: "0000 0900 02000000 50 0802" + addresses, counter: "wlanBadFCS"),
        Refusal(name: "radiotap version 1", linkType: 127, frame: "0100 0800 00000000", counter: "malformed"),
        Refusal(name: "radiotap, 7 bytes", linkType: 127, frame: "0000 0700 00000000", counter: "malformed"),
        Refusal(
            name: "radiotap, words without end", linkType: 127, frame: "0000 0c00 020000a0 000000a0",
            counter: "malformed"),
        Refusal(
            name: "radiotap, FCS longer than all", linkType: 127, frame: "0000 0900 02000000 10 0802",
            counter: "malformed"),
        Refusal(name: "Prism, 4 GiB", linkType: 119, frame: "44000000 ffffffff 00", counter: "malformed"),
        Refusal(name: "AVS, no bytes", linkType: 163, frame: "80211001 00000000 00", counter: "malformed"),
    ]

    /// A subframe of an A-MSDU, padded to whole words (IEEE 802.11, 9.3.2.2).
    static func subframe(_ type: String, _ packet: [UInt8], isLast: Bool = false) -> [UInt8] {
        let content = Packets.bytes("aaaa03 000000" + type) + packet
        let bytes = Packets.hardware + [UInt8(content.count >> 8), UInt8(content.count & 255)] + content
        return isLast ? bytes : bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    static let head = Packets.bytes("8802" + addresses + "8500")
    static let aggregate =
        head + subframe("0800", Packets.v4) + subframe("0806", [0, 1]) + subframe("86dd", Packets.v6)
        + subframe("0800", Packets.v4, isLast: true)

    @Test("with several subframes give several datagrams")
    func aggregates() {
        var sink = CollectingSink()
        var decoder = FrameDecoder()
        decoder.decode(Self.aggregate, 105, ordinal: 7, droppedBefore: 3, into: &sink)
        #expect(decoder.counters.spoken == ["frames 1", "datagrams 3", "notIP 1"])
        #expect(sink.payloads == [Packets.hello, Packets.hello, Packets.hello])
        #expect(sink.headers.map(\.source.address.isIPv6) == [false, true, false])
        #expect(sink.headers.map(\.ordinal) == [7, 7, 7])
        #expect(sink.headers.map(\.droppedBefore) == [3, 0, 0])
    }

    @Test("with several subframes may be padded at the end")
    func padding() {
        let (sink, counters) = decoded([Self.aggregate + [0, 0, 0]], linkType: 105)
        #expect(counters.spoken == ["frames 1", "datagrams 3", "notIP 1"])
        #expect(sink.headers.count == 3)
    }

    @Test("with several subframes give those before a cut or a wrong length")
    func brokenAggregates() {
        var sink = CollectingSink()
        var decoder = FrameDecoder()
        let cut = Self.head.count + Self.subframe("0800", Packets.v4).count + 10
        decoder.decode(Array(Self.aggregate[..<cut]), 105, wireLength: Self.aggregate.count, into: &sink)
        #expect(decoder.counters.spoken == ["frames 1", "datagrams 1", "truncatedHeader 1", "truncatedFrames 1"])

        var lying = Self.head + Self.subframe("0800", Packets.v4) + Self.subframe("0800", Packets.v4)
        lying[Self.head.count + 56 + 12] = 0xFF
        #expect(decoded([lying], linkType: 105).counters.spoken == ["frames 1", "datagrams 1", "malformed 1"])
    }
}
