import Bytes
import TestSupport
import Testing

@Suite("Lent bytes")
struct RawSpanTests {
    @Test("are loaded at any offset in both byte orders")
    func loads() {
        let bytes: [UInt8] = [0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x88]
        let span = bytes.lent
        #expect(span.byte(at: 8) == 0x88)
        #expect(span.bigEndian(at: 1, as: UInt16.self) == 0x0102)
        #expect(span.littleEndian(at: 1, as: UInt16.self) == 0x0201)
        #expect(span.bigEndian(at: 3, as: UInt32.self) == 0x0304_0506)
        #expect(span.littleEndian(at: 3, as: UInt32.self) == 0x0605_0403)
        #expect(span.bigEndian(at: 1, as: UInt64.self) == 0x0102_0304_0506_0788)
        #expect(span.bigEndian(at: 7, as: Int16.self) == 0x0788)
        #expect(span.copied() == bytes)
    }

    @Test("are compared whole, whatever the length and the place of the difference")
    func comparison() {
        for length in 0..<40 {
            let bytes = (0..<length).map { UInt8($0) }
            let twin = [0xFF] + bytes
            #expect(bytes.lent.equals(twin.lent.extracting(1..<twin.count)) == true)
            #expect(bytes.lent.equals(twin.lent) == false)
            for index in 0..<length {
                var other = bytes
                other[index] ^= 0x10
                #expect(bytes.lent.equals(other.lent) == false)
            }
        }
    }

    // RFC 1071, section 3: the sum of 0001 f203 f4f5 f6f7 is ddf2.
    @Test("have the ones' complement sum of RFC 1071")
    func sumOfTheRFC() {
        let bytes: [UInt8] = [0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7]
        #expect(bytes.lent.onesComplementSum == 0xDDF2)
    }

    /// The sum one word after the other, carries folded at once.
    static func plainSum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        var sum: UInt32 = 0
        var isHigh = true
        for byte in bytes {
            sum += isHigh ? UInt32(byte) << 8 : UInt32(byte)
            if sum > 0xFFFF { sum -= 0xFFFF }
            isHigh.toggle()
        }
        return UInt16(sum)
    }

    @Test("have the sum of their words, whatever their length and place")
    func sums() {
        var random = SeededGenerator(seed: 3)
        let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
        let ones = [UInt8](repeating: 0xFF, count: 200)
        let zeros = [UInt8](repeating: 0, count: 200)
        for start in 0..<9 {
            for end in start...190 {
                #expect(bytes.lent.extracting(start..<end).onesComplementSum == Self.plainSum(bytes[start..<end]))
                #expect(ones.lent.extracting(start..<end).onesComplementSum == Self.plainSum(ones[start..<end]))
                #expect(zeros.lent.extracting(start..<end).onesComplementSum == 0)
            }
        }
        let long = [UInt8](repeating: 0xFF, count: 65_535)
        #expect(long.lent.onesComplementSum == 0xFF00)
    }

    @Test("are written over and behind an array's own")
    func arrays() {
        var bytes: [UInt8] = [1, 2, 3, 4]
        let other: [UInt8] = [8, 9]
        bytes.overwrite(at: 2, with: other.lent)
        #expect(bytes == [1, 2, 8, 9])
        bytes.overwrite(at: 0, with: other.lent)
        bytes.overwrite(at: 4, with: other.lent.extracting(0..<0))
        bytes.append(copying: other.lent)
        #expect(bytes == [8, 9, 8, 9, 8, 9])
    }
}
