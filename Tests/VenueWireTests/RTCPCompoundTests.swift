import Bytes
import TestSupport
import Testing
import VenueWire

@Suite("RTCP compound")
struct RTCPCompoundTests {
    // Frame 1 of nDPI's rtcp_multiple_pkts_in_the_same_datagram.pcap; values as tshark 4.0.17 shows them.
    static let freeSwitch = """
        81c8000c 5d931534 dd3ac170 4d614df8 00007d00 000000c8 00007d00 00000000 00000001 00000000 00000000 00000000
        00000000 81ca000e 5d931534 0108 3564393331353334 0725 467265655357495443482e6f7267202d2d20436f6d6520746f20
        436c7565436f6e2e636f6d 000000
        """

    @Test("reads a report and a description of one datagram as tshark does")
    func reads() throws {
        let bytes = try #require([UInt8](hex: Self.freeSwitch))
        let compound = try RTCPCompound(parsing: bytes.span.bytes)
        let canBegin = RTCPCompound.canBegin(bytes.span.bytes, wireLength: bytes.count)
        #expect(canBegin)
        #expect(compound.packets.count == 2)
        guard case .senderReport(let source, let info, let reports) = compound.packets[0] else {
            Issue.record("not a sender report")
            return
        }
        #expect(source == 0x5d93_1534)
        let seconds: UInt64 = 3_711_615_344
        #expect(info.ntpTime == seconds << 32 | 1_298_222_584)
        #expect(info.rtpTimestamp == 32_000)
        #expect(info.packetCount == 200)
        #expect(info.octetCount == 32_000)
        #expect(reports.count == 1)
        #expect(reports.first?.cumulativeLost == 1)
        #expect(
            compound.packets[1]
                == .sourceDescription([
                    RTCPSourceDescription(source: 0x5d93_1534, canonicalName: "5d931534")
                ]))
    }

    @Test("reads the bare sender report that ffmpeg sends")
    func bareReport() throws {
        // corpus/peer/siteA.pcap frame 1445; fields of tshark `-e rtcp.timestamp.rtp -e rtcp.sender.packetcount …`.
        let bytes = try #require([UInt8](hex: "80c80006a843166feeb7387da6e978d44866ead900000218000ac360"))
        let compound = try RTCPCompound(parsing: bytes.span.bytes)
        let info = RTCPSenderInfo(
            ntpTime: 4_004_984_957 << 32 | 2_800_318_676, rtpTimestamp: 1_214_704_345, packetCount: 536,
            octetCount: 705_376)
        #expect(compound == RTCPCompound([.senderReport(source: 0xa843_166f, info, [])]))
        var writer = ByteWriter()
        compound.write(to: &writer)
        #expect(writer.bytes == bytes)
    }

    @Test("reads what it wrote")
    func roundTrip() throws {
        let report = try #require([UInt8](hex: "00000007 20fffffe 0001000a 00000011 00000012 00000013"))
        var reader = ByteReader(report.span.bytes)
        let block = try RTCPReceptionReport(parsing: &reader)
        #expect(block.cumulativeLost == -2)
        let compound = RTCPCompound([
            .receiverReport(source: 1, [block, block]),
            .sourceDescription([
                RTCPSourceDescription(source: 1, canonicalName: "a@b"),
                RTCPSourceDescription(source: 2, canonicalName: nil),
            ]),
            .goodbye([1, 2], reason: "camera reset"),
            .goodbye([3], reason: nil),
            .other(type: 204, count: 3, body: [0, 0, 0, 1, 0x53, 0x56, 0x4d, 0x31]),
        ])
        var writer = ByteWriter()
        compound.write(to: &writer)
        #expect(try RTCPCompound(parsing: writer.bytes.span.bytes) == compound)
    }

    struct Rejected: CustomTestStringConvertible {
        var testDescription: String
        var bytes: String
        var want: ParseError
    }

    // By hand after RFC 3550, A.2.
    static let rejected = [
        Rejected(testDescription: "version 1", bytes: "40c90001 00000001", want: .unsupportedVersion(1)),
        Rejected(testDescription: "payload type 33", bytes: "80210001 00000001", want: .unexpectedType(0x21)),
        Rejected(testDescription: "longer than the datagram", bytes: "80c90002 00000001", want: .badLength),
        Rejected(
            testDescription: "padding before the last packet", bytes: "a0c90002 00000001 00000004 80c90001 00000001",
            want: .badPadding(4)),
        Rejected(testDescription: "padding of 3", bytes: "a0c90002 00000001 00000003", want: .badPadding(3)),
        Rejected(
            testDescription: "count of blocks that are not there", bytes: "81c90001 00000001",
            want: .truncated(Truncation(wanted: 4, remaining: 0, offset: 4))),
    ]

    @Test("rejects what RFC 3550, A.2 calls invalid", arguments: rejected)
    func rejects(_ example: Rejected) throws {
        let bytes = try #require([UInt8](hex: example.bytes))
        #expect(throws: example.want) { _ = try RTCPCompound(parsing: bytes.span.bytes) }
    }

    @Test("leaves out what the capture cut")
    func cut() throws {
        let bytes = try #require([UInt8](hex: Self.freeSwitch))
        let kept = bytes.span.bytes.extracting(0..<80)
        #expect(try RTCPCompound(parsing: kept, wireLength: bytes.count).packets.count == 1)
    }

    @Test("refuses every prefix and takes any bytes")
    func everyPrefix() throws {
        let bytes = try #require([UInt8](hex: Self.freeSwitch))
        // A prefix of exactly the first packet is a valid compound.
        for length in 0..<bytes.count where length != 52 {
            #expect(throws: ParseError.self) {
                _ = try RTCPCompound(parsing: bytes.span.bytes.extracting(0..<length))
            }
        }
        var generator = SeededGenerator(seed: 200)
        for _ in 0..<3_000 {
            let damaged = Mutation.mutated(bytes, with: &generator)
            let compound = try? RTCPCompound(parsing: damaged.span.bytes)
            #expect((compound?.packets.count ?? 0) <= RTCPCompound.packetLimit)
        }
    }
}
