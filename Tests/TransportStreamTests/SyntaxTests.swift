import Bytes
import TestSupport
import Testing
import Timing
import TransportStream

@Suite("Transport stream syntax")
struct SyntaxTests {
    struct StampCase: CustomTestStringConvertible, Sendable {
        var bytes: [UInt8]
        var value: UInt64
        var testDescription: String { "\(bytes) is \(value)" }
    }

    // 126000 = 1.4 s is where FFmpeg's muxer starts; the others are bit patterns set by hand from the box in 2.4.3.6.
    static let stamps = [
        StampCase(bytes: [33, 0, 7, 216, 97], value: 126_000),
        StampCase(bytes: [0x21, 0x00, 0x01, 0x00, 0x01], value: 0),
        StampCase(bytes: [0x2F, 0xFF, 0xFF, 0xFF, 0xFF], value: 0x1_FFFF_FFFF),
        StampCase(bytes: [0x29, 0x00, 0x01, 0x00, 0x01], value: 1 << 32),
        StampCase(bytes: [0x21, 0x00, 0x01, 0x00, 0x03], value: 1),
        StampCase(bytes: [0x21, 0x00, 0x03, 0x00, 0x01], value: 1 << 15),
    ]

    @Test("reads and writes time stamps", arguments: stamps)
    func stamp(_ example: StampCase) throws {
        var reader = ByteReader(example.bytes.span.bytes)
        let stamp = try MediaTimestamp(parsing: &reader)
        #expect(stamp.rawValue == example.value)
        var writer = ByteWriter()
        stamp.write(to: &writer, prefix: 2)
        #expect(writer.bytes == example.bytes)
    }

    @Test("reads a packet header bit by bit")
    func header() throws {
        // 47 = sync; 5F = start, PID high 1F; FF; 9A = scrambled 2, payload only, counter 10.
        let bytes: [UInt8] = [0x47, 0x5F, 0xFE, 0x9A]
        var reader = ByteReader(bytes.span.bytes)
        let header = try TransportPacketHeader(parsing: &reader)
        #expect(header.pid == 0x1FFE)
        #expect(header.startsUnit)
        #expect(!header.hasTransportError)
        #expect(header.scrambling == 2)
        #expect(!header.hasAdaptationField)
        #expect(header.hasPayload)
        #expect(header.continuityCounter == 10)
        #expect(header.word == 0x475F_FE9A)
        let wrong: [UInt8] = [0x46, 0, 0, 0]
        var other = ByteReader(wrong.span.bytes)
        #expect(throws: TransportError.badSyncByte(0x46)) { try TransportPacketHeader(parsing: &other) }
    }

    @Test("reads and writes an adaptation field with a clock")
    func adaptation() throws {
        // Base 1, extension 2: 00000000 80 (reserved 7E) 02.
        let bytes: [UInt8] = [0x09, 0xD0, 0x00, 0x00, 0x00, 0x00, 0xFE, 0x02, 0xFF, 0xFF]
        var reader = ByteReader(bytes.span.bytes)
        let field = try AdaptationField(parsing: &reader)
        #expect(field.clock?.rawValue == 302)
        #expect(field.isDiscontinuity)
        #expect(field.isRandomAccess)
        #expect(field.stuffing == 2)
        var writer = ByteWriter()
        field.write(to: &writer)
        #expect(writer.bytes == bytes)
    }

    @Test("refuses every prefix of an adaptation field with everything in it")
    func adaptationPrefixes() throws {
        // Clock, original clock, splice countdown -1, two private bytes, three of extension.
        let bytes: [UInt8] =
            [0x15, 0x1F] + [0, 0, 0, 1, 0x7E, 0] + [0, 0, 0, 2, 0x7E, 0] + [0xFF, 2, 9, 9, 3, 1, 1, 1]
        var reader = ByteReader(bytes.span.bytes)
        let field = try AdaptationField(parsing: &reader)
        #expect(field.clock?.rawValue == 600)
        #expect(field.originalClock?.rawValue == 1_200)
        #expect(field.spliceCountdown == -1)
        #expect(field.privateLength == 2)
        #expect(field.extensionLength == 3)
        #expect(field.stuffing == 0)
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            #expect(throws: TransportError.self) {
                var reader = ByteReader(prefix.span.bytes)
                _ = try AdaptationField(parsing: &reader)
            }
        }
    }

    @Test("reads a PES header as it was written, and refuses every prefix of it")
    func pes() throws {
        let written = PESHeader(
            streamID: 0xE0, pts: MediaTimestamp(133_200), dts: MediaTimestamp(126_000), payloadLength: 100,
            isAligned: true)
        var writer = ByteWriter()
        written.write(to: &writer)
        let bytes = writer.bytes
        // 113 = 100 + 19 - 6; 133200 = 4 * 2^15 + 2128, 126000 = 3 * 2^15 + 27696.
        #expect(bytes.hex == "000001e00071" + "84c00a" + "31000910a1" + "110007d861")
        var reader = ByteReader(bytes.span.bytes)
        let read = try PESHeader(parsing: &reader)
        #expect(read == written)
        #expect(read.payloadLength == 100)
        #expect(read.headerLength == 19)
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            #expect(throws: TransportError.self) {
                var reader = ByteReader(prefix.span.bytes)
                _ = try PESHeader(parsing: &reader)
            }
        }
    }

    @Test("reads a PAT and a PMT as FFmpeg writes them, and refuses every prefix")
    func tables() throws {
        // The tables of `ffmpeg -f lavfi -i testsrc2 -f mpegts`: program 1, map on PID 4096, H.264 on PID 256.
        let pat = try #require([UInt8](hex: "00b00d0001c100000001f0002ab104b2"))
        let association = try ProgramAssociation(parsing: pat.span.bytes)
        #expect(association.programs == [.init(number: 1, pid: 0x1000)])
        #expect(association.section == pat)
        let pmt = try #require([UInt8](hex: "02b0120001c10000e100f0001be100f00015bd4d56"))
        let map = try ProgramMap(parsing: pmt.span.bytes)
        #expect(map.clockPID == 256)
        #expect(map.streams == [.init(streamType: 0x1B, pid: 256)])
        #expect(map.section == pmt)
        for count in 0..<pat.count {
            #expect(throws: TransportError.self) {
                try ProgramAssociation(parsing: Array(pat.prefix(count)).span.bytes)
            }
        }
        for count in 0..<pmt.count {
            #expect(throws: TransportError.self) { try ProgramMap(parsing: Array(pmt.prefix(count)).span.bytes) }
        }
        #expect(throws: TransportError.unexpectedTable(0)) { try ProgramMap(parsing: pat.span.bytes) }
        var broken = pat
        broken[10] ^= 1
        #expect(throws: TransportError.badChecksum) { try ProgramAssociation(parsing: broken.span.bytes) }
    }

    @Test("survives mutated headers and tables")
    func mutations() {
        var random = SeededGenerator(seed: 13_818)
        let map = ProgramMap(
            programNumber: 7, clockPID: 300, descriptors: [5, 4, 0x43, 0x55, 0x45, 0x49],
            streams: [.init(streamType: 6, pid: 301, descriptors: [0x6A, 0, 0x56, 1, 2])]
        ).section
        for _ in 0..<3_000 {
            let bytes = Mutation.mutated(map, with: &random)
            _ = try? ProgramMap(parsing: bytes.span.bytes)
            _ = try? ProgramAssociation(parsing: bytes.span.bytes)
            var reader = ByteReader(bytes.span.bytes)
            _ = try? AdaptationField(parsing: &reader)
            var other = ByteReader(bytes.span.bytes)
            _ = try? PESHeader(parsing: &other)
        }
    }
}
