import Bytes
import NetworkFormats
import Testing
import Timing

@Suite("UDP frame writer")
struct UDPFrameTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var source: String
        var destination: String
        var length: Int
        var vlan: UInt16?
        var testDescription: String {
            "\(source) to \(destination), \(length) bytes, VLAN \(vlan.map(String.init) ?? "-")"
        }
    }

    static let cases = [
        Case(source: "10.1.1.5", destination: "239.1.1.1", length: 0),
        Case(source: "10.1.1.5", destination: "239.129.1.1", length: 1),
        Case(source: "10.1.1.5", destination: "10.1.1.6", length: 1_316, vlan: 20),
        Case(source: "10.1.1.5", destination: "239.1.1.1", length: 65_507),
        Case(source: "fd00::5", destination: "ff3e::1:2", length: 1_328),
        Case(source: "fd00::5", destination: "fd00::6", length: 65_527),
        Case(source: "10.1.1.5", destination: "ff3e::1:2", length: 7),
    ]

    @Test("writes what the decoder reads back, with right checksums", arguments: cases)
    func roundTrip(_ example: Case) throws {
        let source = Endpoint(try #require(IPAddress(example.source)), 40_000)
        let destination = Endpoint(try #require(IPAddress(example.destination)), 5_004)
        let payload = (0..<example.length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var raw = ByteWriter()
        #expect(
            UDPFrame.rawIP(
                source: source, destination: destination, payload: payload.lent, ttl: 9, dscp: 34, into: &raw))
        var ethernet = ByteWriter()
        #expect(
            UDPFrame.ethernet(
                source: source, destination: destination, payload: payload.lent, ttl: 9, dscp: 34, identification: 77,
                vlan: example.vlan, into: &ethernet))
        #expect(ethernet.count >= 60)

        var sink = CollectingSink()
        var decoder = FrameDecoder(options: FrameOptions(verifyChecksums: true))
        decoder.decode(raw.bytes, 101, into: &sink)
        decoder.decode(ethernet.bytes, 1, into: &sink)
        #expect(decoder.counters.spoken == ["frames 2", "datagrams 2"])
        #expect(sink.payloads == [payload, payload])
        for header in sink.headers {
            #expect(header.destination == destination)
            #expect(header.source.port == 40_000)
            #expect(header.ttl == 9)
            #expect(header.dscp == 34)
            #expect(header.wireLength == UInt32(example.length))
            #expect(!header.isTruncated)
        }
    }

    /// What `rawIP` writes is read back above, and its checksums are verified there.
    @Test("writes the same headers in place", arguments: cases)
    func inPlace(_ example: Case) throws {
        let payload = (0..<example.length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let length = UInt32(example.length)
        let header = DatagramHeader(
            time: StreamTime(nanoseconds: 0), ordinal: 1,
            source: Endpoint(try #require(IPAddress(example.source)), 40_000),
            destination: Endpoint(try #require(IPAddress(example.destination)), 5_004), wireLength: length,
            storedLength: length, ttl: 9, dscp: 34)
        var raw = ByteWriter()
        UDPFrame.rawIP(
            source: header.source, destination: header.destination, payload: payload.lent, ttl: 9, dscp: 34, into: &raw)
        var bytes = [UInt8](repeating: 0, count: UDPFrame.headerLength(of: header))
        bytes.lendForWriting { UDPFrame.writeHeaders(of: header, payload.lent, into: &$0) }
        #expect(UDPFrame.fits(header))
        #expect(bytes + payload == raw.bytes)
    }

    @Test("says which datagrams no packet can carry", arguments: [("239.1.1.1", 65_507), ("ff3e::1", 65_527)])
    func longest(group: String, length: UInt32) throws {
        var header = DatagramHeader(
            time: StreamTime(nanoseconds: 0), ordinal: 1, source: Endpoint(.unspecified, 1),
            destination: Endpoint(try #require(IPAddress(group)), 1), wireLength: length, storedLength: length)
        #expect(UDPFrame.fits(header))
        header.wireLength += 1
        #expect(!UDPFrame.fits(header))
    }
}

@Suite("UDP frame writer, byte by byte")
struct UDPFrameBytesTests {
    @Test("writes an IPv4 packet as Python does")
    func version4() {
        let hello = Packets.hello
        var writer = ByteWriter()
        UDPFrame.rawIP(
            source: Packets.source, destination: Packets.group, payload: hello.lent, ttl: 9, dscp: 34,
            identification: 77, into: &writer)
        #expect(writer.bytes == Packets.v4)
    }

    @Test("writes an IPv6 packet as Python does, behind what was there")
    func version6() {
        let hello = Packets.hello
        var writer = ByteWriter()
        writer.write(UInt8(1))
        UDPFrame.rawIP(
            source: Packets.source6, destination: Packets.group6, payload: hello.lent, ttl: 9, dscp: 34,
            into: &writer)
        #expect(writer.bytes == [1] + Packets.v6)
    }

    // Addresses by RFC 1112, 6.4 (the top bit of 129 is cut off) and RFC 2464, 7.
    @Test("writes Ethernet with the group's hardware address and a tag")
    func ethernet() {
        let hello = Packets.hello
        var writer = ByteWriter()
        UDPFrame.ethernet(
            source: Packets.source, destination: Packets.group, payload: hello.lent, ttl: 9, dscp: 34,
            identification: 77, vlan: 20, into: &writer)
        #expect(writer.bytes == Packets.ethernet)
        var other = ByteWriter()
        UDPFrame.ethernet(
            source: Packets.source6, destination: Packets.group6, payload: hello.lent, ttl: 9, dscp: 34,
            into: &other)
        #expect(other.bytes == Packets.bytes("333380000001 020000000005 86dd") + Packets.v6)
    }

    // Python found this payload by trying all: the sum is FFFF, its complement 0, which would mean "no checksum".
    @Test("never writes a checksum of 0")
    func zeroChecksum() {
        let found: [UInt8] = [0x54, 0x85]
        var writer = ByteWriter()
        UDPFrame.rawIP(
            source: Packets.source, destination: Packets.group, payload: found.lent, into: &writer)
        #expect(Array(writer.bytes[26..<28]) == [0xFF, 0xFF])
        #expect(decoded([writer.bytes], linkType: 101).counters.checksumMismatches == 0)
    }

    @Test("writes nothing when the payload does not fit")
    func tooLong() {
        var writer = ByteWriter()
        let payload = Packets.pattern(65_508)
        #expect(
            !UDPFrame.rawIP(source: Packets.source, destination: Packets.group, payload: payload.lent, into: &writer))
        #expect(
            !UDPFrame.ethernet(source: Packets.source, destination: Packets.group, payload: payload.lent, into: &writer)
        )
        #expect(writer.bytes.isEmpty)
    }
}
