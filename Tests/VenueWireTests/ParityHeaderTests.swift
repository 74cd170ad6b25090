import Bytes
import TestSupport
import Testing
import Timing
import VenueWire

@Suite("SMPTE 2022-1 repair packet")
struct ParityHeaderTests {
    struct Sent: CustomTestStringConvertible {
        var testDescription: String { "\(capture) frame \(frame)" }
        var capture: String
        var frame: Int
        var sequence: UInt16
        var base: UInt16
        var lengths: UInt16
        var types: UInt8
        var timestamps: UInt32
        var isRow: Bool
        var offset: Int
        var count: Int
    }

    // Values of tshark 4.0.17, `-o 2dparityfec.enable:TRUE -d udp.port==…,rtp -Y 2dparityfec -T fields`.
    static let sent = [
        Sent(
            capture: "ffmpeg5.1_prompeg_l8d4", frame: 39, sequence: 3505, base: 48, lengths: 0, types: 0,
            timestamps: 0x1210, isRow: false, offset: 8, count: 4),
        Sent(
            capture: "ffmpeg5.1_prompeg_l8d4", frame: 66, sequence: 3510, base: 53, lengths: 0, types: 0,
            timestamps: 0x4840, isRow: false, offset: 8, count: 4),
        Sent(
            capture: "gst1.22_st2022-1_l8d4_varlen", frame: 8, sequence: 0, base: 11123, lengths: 0x710, types: 0,
            timestamps: 0x2417, isRow: true, offset: 1, count: 8),
        Sent(
            capture: "gst1.22_st2022-1_l8d4_varlen", frame: 37, sequence: 0, base: 11123, lengths: 0x710, types: 0,
            timestamps: 0x3807, isRow: false, offset: 8, count: 4),
    ]

    @Test("reads the fields that tshark reads", .enabled(if: Corpus.isPresent), arguments: sent)
    func fields(_ example: Sent) throws {
        let datagrams = PlainCapture.datagrams(try Corpus.bytes("vectors/\(example.capture).pcap"))
        let datagram = try #require(datagrams.first { $0.frame == example.frame })
        let header = try ParityHeader(parsing: datagram.payload.span.bytes)
        #expect(header.sequenceNumber.rawValue == example.sequence)
        #expect(header.snBase.rawValue == example.base)
        #expect(header.lengthRecovery == example.lengths)
        #expect(header.payloadTypeRecovery == example.types)
        #expect(header.timestampRecovery == example.timestamps)
        #expect(header.isRow == example.isRow)
        #expect(header.offset == example.offset)
        #expect(header.count == example.count)
        #expect(header.payload == 28..<datagram.payload.count)
    }

    @Test("writes back every repair packet of both senders byte for byte", .enabled(if: Corpus.isPresent))
    func roundTrip() throws {
        for (name, ports) in [("ffmpeg5.1_prompeg_l8d4", 5002...5004), ("gst1.22_st2022-1_l8d4_varlen", 6002...6004)] {
            var count = 0
            for datagram in PlainCapture.datagrams(try Corpus.bytes("vectors/\(name).pcap"))
            where ports.contains(Int(datagram.port)) {
                count += 1
                var writer = ByteWriter()
                try ParityHeader(parsing: datagram.payload.span.bytes).write(to: &writer)
                #expect(writer.bytes[...] == datagram.payload.prefix(28))
            }
            // 191 + 99 and 127 + 67 datagrams: `tshark -T fields -e udp.dstport | sort | uniq -c`.
            #expect(count == (name.hasPrefix("ffmpeg") ? 290 : 194))
        }
    }

    // A row packet after the layout of Pro-MPEG Code of Practice 3, with the XORed P, X, CC and M bits all set.
    static let row = "bfe00001 0000000a 00000000 0038 0710 a1000000 00007e30 47010800 aabbccdd"

    @Test("takes P, X, CC and M as recovery bits")
    func recoveryBits() throws {
        let bytes = try #require([UInt8](hex: Self.row))
        let header = try ParityHeader(parsing: bytes.span.bytes)
        #expect(header.padExtCsrcRecovery == 0x3f)
        #expect(header.markerRecovery)
        #expect(header.payloadType == 96)
        #expect(header.payloadTypeRecovery == 0x21)
        #expect(header.index == 7)
        #expect(header.payload == 28..<32)
        var writer = ByteWriter()
        header.write(to: &writer)
        #expect(writer.bytes[...] == bytes.prefix(28))
    }

    @Test("names the protected packets across the wrap")
    func members() {
        let header = ParityHeader(
            sequenceNumber: SequenceNumber(0), timestamp: 0, snBase: SequenceNumber(65_530), isRow: false, offset: 8,
            count: 4)
        // 65530, 65538 - 65536, …: by hand.
        #expect((0..<4).map { header.member($0).rawValue } == [65_530, 2, 10, 18])
        #expect(header.place(of: SequenceNumber(10)) == 2)
        #expect(header.place(of: SequenceNumber(11)) == nil)
        #expect(header.place(of: SequenceNumber(26)) == nil)
        #expect(header.place(of: SequenceNumber(65_522)) == nil)
        #expect(header.span == 32)
    }

    struct Rejected: CustomTestStringConvertible {
        var testDescription: String
        var place: Int
        var value: UInt8
        var want: ParseError
    }

    static let rejected = [
        Rejected(testDescription: "version 1", place: 0, value: 0x40, want: .unsupportedVersion(1)),
        Rejected(testDescription: "N set", place: 24, value: 0x80, want: .unsupportedCode),
        Rejected(testDescription: "Hamming code", place: 24, value: 0x08, want: .unsupportedCode),
        Rejected(testDescription: "offset 0", place: 25, value: 0, want: .unsupportedCode),
        Rejected(testDescription: "NA 0", place: 26, value: 0, want: .unsupportedCode),
    ]

    @Test("refuses other codes", arguments: rejected)
    func refuses(_ example: Rejected) throws {
        var bytes = try #require([UInt8](hex: Self.row))
        bytes[example.place] = example.value
        #expect(throws: example.want) { _ = try ParityHeader(parsing: bytes.span.bytes) }
    }

    @Test("refuses every prefix shorter than its headers, and takes any bytes")
    func everyPrefix() throws {
        let bytes = try #require([UInt8](hex: Self.row))
        for length in 0..<ParityHeader.length {
            #expect(throws: ParseError.truncated(Truncation(wanted: 28, remaining: length, offset: 0))) {
                _ = try ParityHeader(parsing: bytes.span.bytes.extracting(0..<length))
            }
        }
        var generator = SeededGenerator(seed: 2022)
        for _ in 0..<3_000 {
            let damaged = Mutation.mutated(bytes, with: &generator)
            guard let header = try? ParityHeader(parsing: damaged.span.bytes) else { continue }
            #expect(header.payload.upperBound == damaged.count)
            #expect(header.place(of: header.member(header.count - 1)) == header.count - 1)
        }
    }
}
