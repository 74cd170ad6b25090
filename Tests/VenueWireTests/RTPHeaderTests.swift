import Bytes
import TestSupport
import Testing
import Timing
import VenueWire

@Suite("RTP header")
struct RTPHeaderTests {
    struct Rejected: CustomTestStringConvertible {
        var testDescription: String
        var bytes: String
        var wireLength: Int?
        var want: ParseError
    }

    // Built by hand after the box of RFC 3550, section 5.1.
    static let rejected = [
        Rejected(
            testDescription: "empty", bytes: "",
            want: .truncated(Truncation(wanted: 12, remaining: 0, offset: 0))),
        Rejected(testDescription: "version 1", bytes: "40210001 00000002 00000003", want: .unsupportedVersion(1)),
        Rejected(
            testDescription: "SRT control", bytes: "80000001 00",
            want: .truncated(
                Truncation(wanted: 12, remaining: 5, offset: 0))),
        Rejected(testDescription: "15 sources in 12 bytes", bytes: "8f210001 00000002 00000003", want: .badLength),
        Rejected(
            testDescription: "extension cut", bytes: "90210001 00000002 00000003 bede",
            want: .truncated(Truncation(wanted: 4, remaining: 2, offset: 12))),
        Rejected(
            testDescription: "extension longer than the packet", bytes: "90210001 00000002 00000003 bede0002 00000000",
            want: .badLength),
        Rejected(testDescription: "padding of 0", bytes: "a0210001 00000002 00000003 47000000", want: .badPadding(0)),
        Rejected(
            testDescription: "padding longer than the payload", bytes: "a0210001 00000002 00000003 47000005",
            want: .badPadding(5)),
    ]

    @Test("rejects what RFC 3550, A.1 calls invalid", arguments: rejected)
    func rejects(_ example: Rejected) throws {
        let bytes = try #require([UInt8](hex: example.bytes))
        #expect(throws: example.want) {
            _ = try RTPHeader(parsing: bytes.span.bytes, wireLength: example.wireLength)
        }
    }

    @Test("finds the payload between sources, extension and padding")
    func findsPayload() throws {
        // V2 P X CC=2; M, PT 33; sequence 0xfffe; two sources; one extension word; payload 47 11; padding 3.
        let bytes = try #require(
            [UInt8](hex: "b2a1fffe 0a0b0c0d 01020304 aaaaaaaa bbbbbbbb bede0001 cccccccc 4711 000003"))
        let header = try RTPHeader(parsing: bytes.span.bytes)
        #expect(header.sequenceNumber == SequenceNumber(0xfffe))
        #expect(header.timestamp == 0x0a0b_0c0d)
        #expect(header.synchronizationSource == 0x0102_0304)
        #expect(header.payloadType == 33)
        #expect(header.marker)
        #expect(header.contributingSourceCount == 2)
        #expect(header.hasExtension)
        #expect(header.paddingLength == 3)
        #expect(header.payload == 28..<30)
    }

    @Test("keeps within the stored bytes of a packet that the capture cut")
    func cutPacket() throws {
        let padded = try #require([UInt8](hex: "a0210001 00000002 00000003 47000000"))
        let header = try RTPHeader(parsing: padded.span.bytes, wireLength: 200)
        #expect(header.payload == 12..<16)
        #expect(header.paddingLength == 0)
        let extended = try #require([UInt8](hex: "90210001 00000002 00000003 bede0009 00000000"))
        #expect(try RTPHeader(parsing: extended.span.bytes, wireLength: 200).payload == 20..<20)
    }

    @Test("every prefix of a valid packet is refused or keeps within its bytes")
    func everyPrefix() throws {
        let bytes = try #require(
            [UInt8](hex: "b2a1fffe 0a0b0c0d 01020304 aaaaaaaa bbbbbbbb bede0001 cccccccc 4711 000003"))
        for length in 0..<bytes.count {
            for wireLength in [length, bytes.count] {
                let header = try? RTPHeader(parsing: bytes.span.bytes.extracting(0..<length), wireLength: wireLength)
                #expect((header?.payload.upperBound ?? 0) <= length)
            }
            #expect(throws: ParseError.self) {
                _ = try RTPHeader(parsing: bytes.span.bytes.extracting(0..<length))
            }
        }
    }

    @Test("reads what it wrote")
    func roundTrip() throws {
        var header = RTPHeader(
            sequenceNumber: SequenceNumber(65_535), timestamp: 0xdead_beef, synchronizationSource: 7, payloadType: 96,
            marker: true)
        var writer = ByteWriter()
        header.write(
            to: &writer, contributingSources: [1, 2, 3], extensionProfile: 0xbede, extensionWords: [4, 5],
            hasPadding: true)
        writer.write(contentsOf: [0x47, 0, 0, 2])
        header.contributingSourceCount = 3
        header.hasExtension = true
        header.paddingLength = 2
        header.payload = 36..<38
        #expect(try RTPHeader(parsing: writer.bytes.span.bytes) == header)
    }

    @Test("takes any bytes without stopping the program")
    func mutations() throws {
        let bytes = try #require(
            [UInt8](hex: "b2a1fffe 0a0b0c0d 01020304 aaaaaaaa bbbbbbbb bede0001 cccccccc 4711 000003"))
        var generator = SeededGenerator(seed: 3550)
        for _ in 0..<5_000 {
            let damaged = Mutation.mutated(bytes, with: &generator)
            let wireLength = damaged.count + Int.random(in: 0...2, using: &generator) * 700
            guard let header = try? RTPHeader(parsing: damaged.span.bytes, wireLength: wireLength) else { continue }
            #expect(header.payload.lowerBound >= 12)
            #expect(header.payload.upperBound <= damaged.count)
        }
    }
}
