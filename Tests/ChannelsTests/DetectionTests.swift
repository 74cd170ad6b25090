import Channels
import NetworkFormats
import TestSupport
import Testing

@Suite("Detection")
struct DetectionTests {
    struct Single: CustomTestStringConvertible {
        var testDescription: String
        var payload: [UInt8]
        var wireLength: Int?
        var want: String?
    }

    // By hand after ISO/IEC 13818-1, 2.4.3.2 and RFC 2250, section 2.
    static let singles = [
        Single(testDescription: "one packet", payload: Traffic.transport(1), want: "udp-mp2t 188"),
        Single(testDescription: "seven packets", payload: Traffic.transport(7), want: "udp-mp2t 188"),
        Single(testDescription: "a jumbo datagram", payload: Traffic.transport(47), want: "udp-mp2t 188"),
        Single(testDescription: "204-byte packets", payload: Traffic.transport(6, length: 204), want: "udp-mp2t 204"),
        Single(testDescription: "a byte too much", payload: Traffic.transport(7) + [0], want: nil),
        Single(
            testDescription: "text that begins with G", payload: Array("GET ".utf8) + .init(repeating: 47, count: 184)),
        Single(
            testDescription: "a lost sync byte",
            payload: Traffic.transport(2) + [0x48] + Traffic.transport(2).dropFirst(), want: nil),
        Single(
            testDescription: "cut within the second packet", payload: Array(Traffic.transport(2).prefix(300)),
            wireLength: 1316, want: "udp-mp2t 188"),
        Single(
            testDescription: "cut, no whole packets on the wire", payload: Array(Traffic.transport(1).prefix(54)),
            wireLength: 1315, want: nil),
        Single(testDescription: "RTP of type 33", payload: Traffic.rtp(1, Traffic.transport(7)), want: "rtp-mp2t 188"),
        Single(
            testDescription: "RTP of type 127", payload: Traffic.rtp(1, type: 127, Traffic.transport(1)),
            want: "rtp-mp2t 188"),
        Single(
            testDescription: "RTP with 204-byte packets", payload: Traffic.rtp(1, Traffic.transport(5, length: 204)),
            want: "rtp-mp2t 204"),
        Single(
            testDescription: "RTP with the native trailer",
            payload: Traffic.rtp(1, type: 96, Traffic.transport(7) + [0, 0, 7, 0, 0, 64]), want: "rtp-mp2t 188"),
        Single(
            testDescription: "RTP cut after 60 bytes", payload: Array(Traffic.rtp(1, Traffic.transport(7)).prefix(60)),
            wireLength: 1328, want: "rtp-mp2t 188"),
        Single(testDescription: "RTP without a transport stream", payload: Traffic.rtp(1), want: nil),
    ]

    @Test("needs one datagram to see a transport stream, and is not deceived", arguments: singles)
    func single(_ example: Single) throws {
        var traffic = Traffic()
        try traffic.send(example.payload, wireLength: example.wireLength)
        traffic.tally.finish()
        let channel = traffic.tally.classifier.channels.first
        #expect(channel.map { "\($0.carriage.rawValue) \($0.packetLength ?? 0)" } == example.want)
        #expect(traffic.isComplete)
    }

    @Test("counts the packets of probation as the channel's")
    func probation() throws {
        var traffic = Traffic()
        for sequence: UInt16 in [65_533, 65_535, 0, 1] { try traffic.send(Traffic.rtp(sequence, type: 97)) }
        // 65535 does not follow 65533, 0 follows 65535.
        #expect(traffic.tally.channels.map(\.sequence) == [[65_533, 65_535, 0, 1]])
        #expect(traffic.tally.classifier.channels.first?.firstSeen.ordinal == 1)
        #expect(traffic.tally.classifier.channels.first?.payloadType == 97)
        #expect(traffic.isComplete)
    }

    @Test("gives up a lone packet after 10 s of silence")
    func lone() throws {
        var traffic = Traffic()
        try traffic.send(Traffic.rtp(7))
        traffic.wait(9)
        #expect(traffic.tally.classifier.others.total == 0)
        traffic.wait(2)
        #expect(traffic.tally.classifier.others[.unconfirmedRTP] == 1)
        try traffic.send(Traffic.rtp(8))
        #expect(traffic.tally.channels.isEmpty)
    }

    struct Phantom: CustomTestStringConvertible {
        var testDescription: String
        var port: UInt16
        var payload: @Sendable (UInt16) -> [UInt8]
    }

    /// Sixteen bits as two bytes.
    private static func pair(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }

    // Layouts: draft-sharabayko-srt, RFC 8489, RFC 9147, RFC 9000, RFC 7348, RFC 1035, RFC 5905, RFC 1350.
    static let phantoms = [
        Phantom(testDescription: "SRT acknowledgements", port: 9000) { number in
            [0x80, 2, 0, 0, 0, 0] + pair(number) + [0, 1] + pair(number) + [0, 0, 0, 9] + .init(repeating: 0, count: 28)
        },
        Phantom(testDescription: "STUN", port: 3478) { number in
            [0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42] + .init(repeating: 0, count: 10) + pair(number)
        },
        Phantom(testDescription: "DTLS", port: 9001) { [23, 0xfe, 0xfd, 0, 1, 0, 0] + pair($0) + [0, 0, 0, 2, 1, 1] },
        Phantom(testDescription: "QUIC", port: 9002) {
            [0xc3, 0, 0, 0, 1, 8] + pair($0) + .init(repeating: 7, count: 40)
        },
        Phantom(testDescription: "VXLAN", port: 4789) {
            [8, 0, 0, 0, 0, 0, 1, 0] + pair($0) + .init(repeating: 1, count: 50)
        },
        Phantom(testDescription: "DNS queries with identifiers from 0x8000 on", port: 5300) { number in
            [0x80, UInt8(number & 255), 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 0, 0, 1, 0, 1]
        },
        Phantom(testDescription: "NTP with a counting byte", port: 123) { number in
            [0xa4, 1] + pair(number) + .init(repeating: 0, count: 44)
        },
        Phantom(testDescription: "TFTP data", port: 69) { [0, 3] + pair($0) + .init(repeating: 0, count: 512) },
        Phantom(testDescription: "RTCP", port: 9005) { _ in [0x80, 0xc9, 0, 1, 0, 0, 0, 1] },
        Phantom(testDescription: "zeros", port: 9003) { _ in .init(repeating: 0, count: 100) },
        Phantom(testDescription: "one RTP packet again and again", port: 9004) { _ in Traffic.rtp(5) },
    ]

    @Test("makes no channel of other protocols", arguments: phantoms)
    func phantom(_ example: Phantom) throws {
        var traffic = Traffic()
        for number: UInt16 in 0..<50 { try traffic.send(example.payload(number), example.port) }
        traffic.tally.finish()
        #expect(traffic.tally.channels.isEmpty)
        #expect(traffic.isComplete)
    }

    @Test("keeps a raw stream whose sync bytes are damaged, and nothing else of its flow")
    func damagedRaw() throws {
        var traffic = Traffic()
        try traffic.send(Traffic.transport(7))
        var damaged = Traffic.transport(7)
        damaged[0] = 0x46
        damaged[188] = 0x81
        try traffic.send(damaged)
        try traffic.send(Array("hello".utf8))
        try traffic.send(Traffic.transport(2))
        #expect(traffic.tally.channels.map(\.transport) == [3])
        #expect(traffic.tally.classifier.others.total == 1)
    }

    @Test("follows a raw stream that changes to longer packets and back")
    func changedLength() throws {
        var traffic = Traffic()
        for length in [188, 204, 204, 188] { try traffic.send(Traffic.transport(5, length: length)) }
        #expect(traffic.tally.channels.map(\.transport) == [4])
    }

    @Test("takes no notice of the port that a sender happens to have")
    func randomPort() throws {
        var traffic = Traffic()
        for sequence: UInt16 in 0..<2 { try traffic.send(Traffic.rtp(sequence), sourcePort: 4789) }
        #expect(traffic.tally.channels.map(\.media) == [2])
    }

    @Test("ties RTCP to its media on the same port or the next")
    func control() throws {
        var traffic = Traffic()
        let report: [UInt8] = [0x80, 0xc8, 0, 6] + .init(repeating: 0, count: 24)
        try traffic.send(Traffic.rtp(1, Traffic.transport(7)))
        try traffic.send(report, 5001)
        try traffic.send(report, from: "10.0.0.9")
        try traffic.send(report, 5002)
        #expect(traffic.tally.channels.map(\.control) == [2])
        #expect(traffic.tally.controlOfNone == 1)
    }

    @Test("does not mind a new source port, an empty datagram or another payload type")
    func variations() throws {
        var traffic = Traffic()
        for sequence: UInt16 in 0..<10 {
            try traffic.send(
                Traffic.rtp(sequence, type: sequence % 3 == 0 ? 101 : 33, Traffic.transport(1)),
                sourcePort: 4000 + sequence)
            try traffic.send([])
        }
        #expect(traffic.tally.channels.map(\.media) == [10])
        #expect(traffic.tally.classifier.others[.empty] == 10)
    }
}
