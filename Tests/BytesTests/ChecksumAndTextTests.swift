import Bytes
import TestSupport
import Testing

@Suite("CRC-32/MPEG-2")
struct CRC32MPEGTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var checksum: UInt32
    }

    // The catalogue of parametrised CRC algorithms gives 0376e6e7 as the check value of CRC-32/MPEG-2. The section is the
    // PAT that FFmpeg writes for one program; its last four bytes are its CRC, so the whole adds up to 0.
    static let cases = [
        Case(testDescription: "nothing", bytes: [], checksum: 0xFFFF_FFFF),
        Case(testDescription: "123456789", bytes: Array("123456789".utf8), checksum: 0x0376_E6E7),
        Case(
            testDescription: "the start of a PAT", bytes: [UInt8](hex: "00b00d0001c100000001f000") ?? [],
            checksum: 0x2AB1_04B2),
        Case(testDescription: "a PAT", bytes: [UInt8](hex: "00b00d0001c100000001f0002ab104b2") ?? [], checksum: 0),
    ]

    @Test("has the check values of others", arguments: cases)
    func values(_ example: Case) {
        let bytes = example.bytes
        #expect(CRC32MPEG.checksum(bytes.lent) == example.checksum)
    }

    @Test("changes with every single bit")
    func everyBit() {
        let section = Self.cases[3].bytes
        for bit in 0..<(section.count * 8) {
            var bytes = section
            bytes[bit / 8] ^= 0x80 >> UInt8(bit % 8)
            #expect(CRC32MPEG.checksum(bytes.lent) != 0)
        }
    }
}

@Suite("Hexadecimal text")
struct HexTests {
    @Test("is two lower-case digits a byte, and reads back")
    func roundTrip() {
        let all = (0...255).map { UInt8($0) }
        #expect([0x00, 0x0A, 0xF0, 0xFF].hex == "000af0ff")
        #expect([UInt8]().hex == "")
        #expect([UInt8](hex: all.hex) == all)
        #expect([UInt8](hex: all.hex.uppercased()) == all)
        #expect([UInt8](hex: " 00 0a\n f 0\tff ") == [0x00, 0x0A, 0xF0, 0xFF])
        #expect([UInt8](hex: "") == [])
    }

    @Test("is not made of half bytes or other signs", arguments: ["0", "000", "0g", "0x00", "00-11", "\u{FF11}"])
    func refuses(_ text: String) { #expect([UInt8](hex: text) == nil) }
}
