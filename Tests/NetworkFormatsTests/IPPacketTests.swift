import Bytes
import NetworkFormats
import Testing

@Suite("IP packets")
struct IPPacketTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var packet: [UInt8]
        /// What is counted besides the frame.
        var counted: [String]
        var payload: [UInt8]?
        var testDescription: String { name }
    }

    static let hello = Packets.hello
    static let datagram = Packets.udp(hello)

    /// `bytes` with the one at `offset` replaced.
    static func changed(_ bytes: [UInt8], _ offset: Int, _ value: UInt8) -> [UInt8] {
        var bytes = bytes
        bytes[offset] = value
        return bytes
    }

    // Outcomes from RFC 791, RFC 768 and what Linux hosts accept.
    static let v4 = [
        Case(
            name: "options", packet: Packets.v4(datagram, options: [1, 1, 1, 0]), counted: ["datagrams 1"],
            payload: hello),
        Case(
            name: "longest header", packet: Packets.v4(datagram, options: Array(repeating: 1, count: 40)),
            counted: ["datagrams 1"], payload: hello),
        Case(
            name: "trailing bytes", packet: Packets.v4(datagram) + [9, 9, 9], counted: ["datagrams 1"], payload: hello),
        Case(
            name: "length left to the card", packet: Packets.v4(datagram, length: 0), counted: ["datagrams 1"],
            payload: hello),
        Case(
            name: "length past the wire", packet: Packets.v4(datagram, length: 40),
            counted: ["datagrams 1", "lengthMismatches 1"], payload: hello),
        Case(
            name: "length past the wire, UDP length too",
            packet: Packets.v4(Packets.udp(hello, length: 20), length: 40),
            counted: ["datagrams 1", "lengthMismatches 1"], payload: hello),
        Case(name: "length within the header", packet: Packets.v4(datagram, length: 19), counted: ["malformed 1"]),
        Case(name: "header of 16 bytes", packet: changed(Packets.v4(datagram), 0, 0x44), counted: ["malformed 1"]),
        Case(name: "header past the length", packet: changed(Packets.v4(datagram), 0, 0x4F), counted: ["malformed 1"]),
        Case(
            name: "wrong header checksum", packet: changed(Packets.v4(datagram), 8, 200),
            counted: ["datagrams 1", "checksumMismatches 1"], payload: hello),
        Case(
            name: "wrong UDP checksum", packet: changed(Packets.v4, 32, 0),
            counted: ["datagrams 1", "checksumMismatches 1"], payload: Array("hell\0".utf8)),
        Case(
            name: "both checksums wrong", packet: changed(changed(Packets.v4, 32, 0), 8, 200),
            counted: ["datagrams 1", "checksumMismatches 1"], payload: Array("hell\0".utf8)),
        Case(name: "UDP without payload", packet: Packets.v4(Packets.udp([])), counted: ["datagrams 1"], payload: []),
        Case(
            name: "UDP shorter than the packet", packet: Packets.v4(Packets.udp(hello, length: 10)),
            counted: ["datagrams 1"], payload: Array("he".utf8)),
        Case(
            name: "UDP longer than the packet", packet: Packets.v4(Packets.udp(hello, length: 14)),
            counted: ["datagrams 1", "lengthMismatches 1"], payload: hello),
        Case(name: "UDP of 7 bytes", packet: Packets.v4(Packets.udp(hello, length: 7)), counted: ["malformed 1"]),
        Case(name: "UDP of no bytes", packet: Packets.v4(Packets.udp(hello, length: 0)), counted: ["malformed 1"]),
        Case(name: "half a UDP header", packet: Packets.v4(Array(datagram[..<7])), counted: ["malformed 1"]),
        Case(name: "TCP", packet: Packets.v4(datagram, protocol: 6), counted: ["notUDP 1"]),
        Case(name: "ICMP", packet: Packets.v4(datagram, protocol: 1), counted: ["notUDP 1"]),
        Case(name: "GRE", packet: Packets.v4(datagram, protocol: 47), counted: ["notUDP 1"]),
        Case(name: "fragment of TCP", packet: Packets.v4(datagram, protocol: 6, flags: 0x2000), counted: ["notUDP 1"]),
        Case(name: "fragment of IGMP", packet: Packets.v4(datagram, protocol: 2, flags: 0x2000), counted: ["notUDP 1"]),
        Case(
            name: "not to be fragmented", packet: Packets.v4(datagram, flags: 0x4000), counted: ["datagrams 1"],
            payload: hello),
    ]

    static let options = Packets.bytes("11 00 0502 0000 0100")
    static let sum = Array(Packets.v6[40...])
    // RFC 8200, section 4; RFC 4302 for the length of the authentication header.
    static let v6 = [
        Case(
            name: "hop-by-hop options", packet: Packets.v6(options + sum, next: 0), counted: ["datagrams 1"],
            payload: hello),
        Case(
            name: "destination options of 16 bytes",
            packet: Packets.v6(Packets.bytes("11 01 010c 000000000000000000000000") + sum, next: 60),
            counted: ["datagrams 1"], payload: hello),
        Case(
            name: "hop-by-hop, routing, destination options",
            packet: Packets.v6(Packets.bytes("2b00 010400000000 3c00 000000000000 1100 010400000000") + sum, next: 0),
            counted: ["datagrams 1"], payload: hello),
        Case(
            name: "on its way through a route",
            packet: Packets.v6(
                Packets.bytes("1102 0001 00000000 fd000000000000000000000000000007") + changed(sum, 6, 1), next: 43),
            counted: ["datagrams 1"], payload: hello),
        Case(
            name: "authentication",
            packet: Packets.v6(Packets.bytes("1104 0000 00000001 00000001 000000000000000000000000") + sum, next: 51),
            counted: ["datagrams 1"], payload: hello),
        Case(
            name: "atomic fragment", packet: Packets.v6(Packets.bytes("1100 0000 12345678") + sum, next: 44),
            counted: ["datagrams 1"], payload: hello),
        Case(
            name: "padding behind", packet: Packets.v6(sum, next: 17) + [0, 0], counted: ["datagrams 1"], payload: hello
        ),
        Case(
            name: "wrong UDP checksum", packet: Packets.v6(changed(sum, 12, 0), next: 17),
            counted: ["datagrams 1", "checksumMismatches 1"], payload: Array("hell\0".utf8)),
        Case(
            name: "no UDP checksum", packet: Packets.v6(datagram, next: 17),
            counted: ["datagrams 1", "checksumMismatches 1"], payload: hello),
        Case(
            name: "length past the wire", packet: Packets.v6(sum, next: 17, length: 100),
            counted: ["datagrams 1", "lengthMismatches 1"], payload: hello),
        Case(name: "length of 0", packet: Packets.v6(sum, next: 17, length: 0), counted: ["malformed 1"]),
        Case(name: "version 4", packet: [0x45] + Packets.v6(sum, next: 17)[1...], counted: ["malformed 1"]),
        Case(
            name: "options past the end", packet: Packets.v6(changed(options, 1, 9) + sum, next: 0),
            counted: ["malformed 1"]),
        Case(
            name: "options without end",
            packet: Packets.v6(
                Array(repeating: Packets.bytes("3c00 010400000000"), count: 40).flatMap { $0 }, next: 60),
            counted: ["malformed 1"]),
        Case(name: "TCP", packet: Packets.v6(sum, next: 6), counted: ["notUDP 1"]),
        Case(
            name: "neighbour discovery", packet: Packets.v6(Packets.bytes("87000000 00000000"), next: 58),
            counted: ["notUDP 1"]),
        Case(name: "encrypted", packet: Packets.v6(sum, next: 50), counted: ["notUDP 1"]),
        Case(name: "no next header", packet: Packets.v6([], next: 59), counted: ["notUDP 1"]),
        Case(
            name: "fragment of TCP", packet: Packets.v6(Packets.bytes("0600 0001 12345678") + sum, next: 44),
            counted: ["notUDP 1"]),
    ]

    @Test("of version 4 give a datagram or say why not", arguments: v4)
    func outcome(_ example: Case) {
        check(example, Packets.hardware + [0x08, 0x00] + example.packet)
    }

    @Test("of version 6 give a datagram or say why not", arguments: v6)
    func outcome6(_ example: Case) {
        check(example, Packets.hardware + [0x86, 0xDD] + example.packet)
    }

    private func check(_ example: Case, _ frame: [UInt8]) {
        let (sink, counters) = decoded([frame])
        #expect(counters.spoken == ["frames 1"] + example.counted)
        #expect(sink.payloads == (example.payload.map { [$0] } ?? []))
    }

    @Test("with a wrong checksum are left out only when asked for")
    func strict() {
        let wrong = [Self.changed(Packets.v4, 8, 200), Self.changed(Packets.v4, 32, 0), Packets.v4(Self.datagram)]
        let lenient = decoded(wrong, linkType: 101)
        #expect(lenient.counters.spoken == ["frames 3", "datagrams 3", "checksumMismatches 2"])
        let strict = decoded(wrong, linkType: 101, options: FrameOptions(verifyChecksums: true))
        #expect(strict.counters.spoken == ["frames 3", "datagrams 1", "badChecksum 2", "checksumMismatches 2"])
    }

    @Test("hand on what the receiver dropped with the next datagram, not with the next frame")
    func drops() {
        var sink = CollectingSink()
        var decoder = FrameDecoder()
        decoder.decode(Packets.v4, 101, droppedBefore: 2, into: &sink)
        decoder.decode(Packets.v4(Self.datagram, protocol: 6), 101, droppedBefore: 3, into: &sink)
        decoder.decode([], 101, droppedBefore: 4, into: &sink)
        #expect(decoder.pendingDrops == 7)
        decoder.decode(Packets.v4, 101, droppedBefore: 1, into: &sink)
        decoder.decode(Packets.v4, 101, into: &sink)
        #expect(sink.headers.map(\.droppedBefore) == [2, 8, 0])
        decoder.decode([], 101, droppedBefore: .max, into: &sink)
        decoder.decode([], 101, droppedBefore: .max, into: &sink)
        #expect(decoder.pendingDrops == .max)
    }

    @Test("of a capture that states less than it holds are read as they are")
    func shorterWire() {
        var sink = CollectingSink()
        var decoder = FrameDecoder()
        decoder.decode(Packets.v4, 101, wireLength: 10, into: &sink)
        decoder.decode(Packets.v4, 101, wireLength: .min, into: &sink)
        #expect(decoder.counters.spoken == ["frames 2", "datagrams 2"])
        decoder.decode(Packets.v4, 101, wireLength: .max, into: &sink)
        #expect(decoder.counters.spoken == ["frames 3", "datagrams 3", "truncatedFrames 1"])
    }
}
