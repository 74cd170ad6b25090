import Testing
import VenueSimulator

@Suite("The packetisers")
struct PacketiserTests {
    @Test("write RTP headers as RFC 3550 draws them, and wrap")
    func header() {
        var packetiser = RTPPacketiser(
            RTPSpec(synchronizationSource: 0x0102_0304, firstSequenceNumber: 65_535, firstTimestamp: 0xffff_ffff))
        var first: [UInt8] = []
        packetiser.begin(&first, elapsed: 0, marker: true)
        #expect(first == [0x80, 0xa1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4])
        // 1 s later: 90 000 = 0x15F90 units, one of which wraps.
        var second: [UInt8] = []
        packetiser.begin(&second, elapsed: 1_000_000_000)
        #expect(second == [0x80, 0x21, 0, 0, 0, 1, 0x5f, 0x8f, 1, 2, 3, 4])
    }

    @Test("write contributing sources, an extension and padding")
    func extras() {
        var packetiser = RTPPacketiser(
            RTPSpec(
                payloadType: 98, synchronizationSource: 9, contributingSources: 1, extensionWords: 1, padding: 3))
        var bytes: [UInt8] = []
        packetiser.begin(&bytes, elapsed: 0)
        bytes.append(0x47)
        packetiser.end(&bytes)
        #expect(
            bytes == [
                0xb1, 98, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0x0c, 0x5c, 0, 0, 0xbe, 0xde, 0, 1, 0, 0, 0, 0, 0x47, 0, 0, 3,
            ])
    }

    @Test("lengthen packets of 204 bytes", arguments: [(188, 0), (204, 16), (7, 0)])
    func outerCode(_ size: Int, _ added: Int) {
        var bytes: [UInt8] = []
        UDPPacketiser(packetSize: size).end(&bytes)
        #expect(bytes.count == added)
    }
}
