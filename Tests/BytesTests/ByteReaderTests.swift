import Bytes
import Testing

@Suite("Byte reader")
struct ByteReaderTests {
    static let message: [UInt8] = [
        0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12,
        0x13,
        0x14,
    ]

    @Test("reads numbers in both byte orders, places and lent bytes")
    func reads() throws {
        var reader = ByteReader(Self.message.span.bytes)
        #expect(reader.peek() == 1)
        #expect(reader.peek(ahead: 19) == 0x14)
        #expect(reader.peek(ahead: 20) == nil)
        #expect(reader.peek(ahead: -1) == nil)
        #expect(try reader.read(UInt8.self) == 0x01)
        #expect(try reader.read(UInt16.self) == 0x0203)
        #expect(try reader.readUInt24() == 0x04_0506)
        #expect(try reader.readLittleEndian(UInt32.self) == 0x0A09_0807)
        #expect(try reader.read(Int16.self) == 0x0B0C)
        try reader.skip(1)
        #expect(try reader.readRange(2) == 13..<15)
        #expect(reader.offset == 15)
        #expect(reader.remaining == 5)
        let span = try reader.readSpan(3)
        #expect(span.copied() == [0x10, 0x11, 0x12])
        #expect(reader.readRest().copied() == [0x13, 0x14])
        #expect(reader.remaining == 0)
        #expect(reader.readRest().byteCount == 0)
        #expect(reader.peek() == nil)
    }

    /// One kind of read and how many bytes it needs.
    struct Read: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var width: Int
        var perform: @Sendable (inout ByteReader) throws -> Void
    }

    static let kinds = [
        Read(testDescription: "8 bits", width: 1) { _ = try $0.read(UInt8.self) },
        Read(testDescription: "16 bits", width: 2) { _ = try $0.read(UInt16.self) },
        Read(testDescription: "24 bits", width: 3) { _ = try $0.readUInt24() },
        Read(testDescription: "32 bits", width: 4) { _ = try $0.read(UInt32.self) },
        Read(testDescription: "64 bits", width: 8) { _ = try $0.read(UInt64.self) },
        Read(testDescription: "64 bits, little-endian", width: 8) { _ = try $0.readLittleEndian(UInt64.self) },
        Read(testDescription: "skip", width: 5) { try $0.skip(5) },
        Read(testDescription: "range", width: 6) { _ = try $0.readRange(6) },
        Read(testDescription: "span", width: 7) { _ = try $0.readSpan(7) },
    ]

    @Test("throws what was wanted and stays where it is, for every length too short", arguments: kinds)
    func prefixes(_ kind: Read) throws {
        for start in 0..<3 {
            for length in 0...kind.width {
                let bytes = Array(Self.message[..<(start + length)])
                var reader = ByteReader(bytes.span.bytes)
                try reader.skip(start)
                if length == kind.width {
                    try kind.perform(&reader)
                    #expect(reader.remaining == 0)
                    continue
                }
                do {
                    try kind.perform(&reader)
                    Issue.record("\(length) bytes were enough")
                } catch let error as Truncation {
                    #expect(error == Truncation(wanted: kind.width, remaining: length, offset: start))
                }
                #expect(reader.offset == start)
            }
        }
    }

    @Test("refuses negative and huge counts", arguments: [-1, Int.min, Int.max, 21])
    func counts(_ count: Int) {
        var reader = ByteReader(Self.message.span.bytes)
        var refusals = 0
        do { try reader.skip(count) } catch { refusals += 1 }
        do { _ = try reader.readRange(count) } catch { refusals += 1 }
        do { _ = try reader.readSpan(count) } catch { refusals += 1 }
        #expect(refusals == 3)
        #expect(reader.offset == 0)
    }
}
