import Bytes
import TestSupport
import Testing

@Suite("Bit reader")
struct BitReaderTests {
    /// Packs a text of 0 and 1 into bytes, zeros behind.
    static func packed(_ bits: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit == "1" { bytes[index / 8] |= 0x80 >> UInt8(index % 8) }
        return bytes
    }

    struct Code: CustomTestStringConvertible, Sendable {
        var bits: String
        var number: UInt32
        var signed: Int32
        var testDescription: String { bits }
    }

    // ITU-T H.264, tables 9-2 and 9-3; the last two are the ends of the range that 9.1 gives (0 to 2^32 - 2).
    static let codes = [
        Code(bits: "1", number: 0, signed: 0), Code(bits: "010", number: 1, signed: 1),
        Code(bits: "011", number: 2, signed: -1), Code(bits: "00100", number: 3, signed: 2),
        Code(bits: "00101", number: 4, signed: -2), Code(bits: "00110", number: 5, signed: 3),
        Code(bits: "00111", number: 6, signed: -3), Code(bits: "0001000", number: 7, signed: 4),
        Code(bits: "0001001", number: 8, signed: -4), Code(bits: "0001010", number: 9, signed: 5),
        Code(
            bits: String(repeating: "0", count: 31) + "1" + String(repeating: "0", count: 31), number: 2_147_483_647,
            signed: 1_073_741_824),
        Code(
            bits: String(repeating: "0", count: 31) + "1" + String(repeating: "1", count: 31), number: 4_294_967_294,
            signed: -2_147_483_647),
    ]

    @Test("reads Exp-Golomb codes at every bit position", arguments: codes)
    func golomb(_ code: Code) throws {
        for lead in 0..<8 {
            let bytes = Self.packed(String(repeating: "1", count: lead) + code.bits)
            var reader = BitReader(bytes.span.bytes)
            try reader.skip(lead)
            #expect(try reader.readUnsignedExpGolomb() == code.number)
            #expect(reader.position == lead + code.bits.count)
            var again = BitReader(bytes.span.bytes)
            try again.skip(lead)
            #expect(try again.readSignedExpGolomb() == code.signed)
        }
    }

    @Test("refuses codes that end too early or have more than 31 leading zeros", arguments: codes)
    func cut(_ code: Code) {
        // Only whole bytes can be lent: the prefixes that end at one.
        for count in stride(from: 0, to: code.bits.count, by: 8) {
            let bytes = Self.packed(String(code.bits.prefix(count)))
            var reader = BitReader(bytes.span.bytes)
            #expect(throws: Truncation.self) {
                var reader = BitReader(bytes.span.bytes)
                _ = try reader.readUnsignedExpGolomb()
            }
            #expect(reader.remaining == count)
            #expect((try? reader.read(33)) == nil)
        }
        let zeros = [UInt8](repeating: 0, count: 4) + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(throws: Truncation.self) {
            var reader = BitReader(zeros.span.bytes)
            _ = try reader.readUnsignedExpGolomb()
        }
    }

    @Test("reads any widths one after the other, as text of bits says")
    func widths() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let bytes = (0..<24).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = bytes.map { byte in
                let bits = String(byte, radix: 2)
                return String(repeating: "0", count: 8 - bits.count) + bits
            }.joined()
            var reader = BitReader(bytes.span.bytes)
            var rest = text[...]
            while !rest.isEmpty {
                let width = Int.random(in: 0...min(32, rest.count), using: &random)
                #expect(try reader.read(width) == (width == 0 ? 0 : UInt32(rest.prefix(width), radix: 2)))
                rest = rest.dropFirst(width)
                #expect(reader.remaining == rest.count)
                if let bit = rest.first {
                    #expect(try reader.readFlag() == (bit == "1"))
                    rest = rest.dropFirst()
                }
            }
        }
    }

    @Test("refuses widths that do not fit and stays where it is", arguments: [-1, 17, 33, Int.max, Int.min])
    func refuses(_ width: Int) {
        let bytes: [UInt8] = [0xAB, 0xCD]
        var reader = BitReader(bytes.span.bytes)
        var refusals = 0
        do { _ = try reader.read(width) } catch { refusals += 1 }
        do { try reader.skip(width) } catch { refusals += 1 }
        #expect(refusals == 2)
        #expect(reader.position == 0)
        #expect((try? reader.read(16)) == 0xABCD)
    }
}
