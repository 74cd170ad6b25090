import Bytes
import TestSupport
import Testing

@Suite("Byte writer")
struct ByteWriterTests {
    @Test("writes numbers, bytes and text front to back")
    func writes() {
        var writer = ByteWriter(capacity: 4)
        writer.write(UInt8(1))
        writer.write(UInt16(0x0203))
        writer.writeUInt24(0xFF04_0506)
        writer.write(UInt32(0x0708_090A))
        writer.writeLittleEndian(UInt32(0x0708_090A))
        writer.write(Int16(-2))
        writer.writeLittleEndian(Int16(-2))
        writer.write(UInt64(0x0102_0304_0506_0708))
        writer.write(contentsOf: [0xAA, 0xBB])
        let lent: [UInt8] = [0xCC, 0xDD, 0xEE]
        writer.write(contentsOf: lent.lent.extracting(1..<3))
        writer.write(utf8: "é")
        writer.write(repeating: 7, count: 2)
        writer.write(repeating: 7, count: -2)
        let want: [UInt8] = [
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 9, 8, 7, 0xFF, 0xFE, 0xFE, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8, 0xAA, 0xBB,
            0xDD,
            0xEE, 0xC3, 0xA9, 7, 7,
        ]
        #expect(writer.bytes == want)
        #expect(writer.count == want.count)
    }

    @Test("overwrites what it wrote")
    func patches() {
        var writer = ByteWriter()
        writer.write(UInt64(0))
        writer.patch(UInt16(0x0102), at: 0)
        writer.patch(UInt32(0x0304_0506), at: 4)
        writer.patch(UInt8(9), at: 7)
        #expect(writer.bytes == [1, 2, 0, 0, 3, 4, 5, 9])
    }

    @Test("writes what a reader reads back")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let numbers = (0..<4).map { _ in UInt64.random(in: 0 ... .max, using: &random) }
            var writer = ByteWriter()
            writer.write(numbers[0])
            writer.writeLittleEndian(numbers[1])
            writer.writeUInt24(UInt32(truncatingIfNeeded: numbers[2]))
            writer.write(Int32(truncatingIfNeeded: numbers[3]))
            var reader = ByteReader(writer.bytes.span.bytes)
            #expect(try reader.read(UInt64.self) == numbers[0])
            #expect(try reader.readLittleEndian(UInt64.self) == numbers[1])
            #expect(try reader.readUInt24() == UInt32(numbers[2] & 0xFF_FFFF))
            #expect(try reader.read(Int32.self) == Int32(truncatingIfNeeded: numbers[3]))
            #expect(reader.remaining == 0)
        }
    }
}
