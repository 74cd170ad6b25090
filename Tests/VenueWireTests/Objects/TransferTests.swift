import Bytes
import Testing
import Timing
import VenueWire

@Suite("Object transmission information")
struct TransferTests {
    struct Layout: CustomTestStringConvertible {
        var testDescription: String { "encoding \(information.encoding.rawValue)" }
        var hex: String
        var information: TransferInformation
    }

    // Laid out by hand after RFC 5445 section 3.2.2 (id 0), RFC 5510 sections 4.2.3 (id 2) and 5.2.3 (id 5), and
    // RFC 5445 section 5.2.2 (id 129).
    static let layouts = [
        Layout(
            hex: "4004 010203040506 0000 0578 00010000",
            information: TransferInformation(
                encoding: .noCode, transferLength: 0x0102_0304_0506, symbolLength: 1_400, blockLength: 65_536)),
        Layout(
            hex: "4003 000000000fff 0400 40 50",
            information: TransferInformation(
                encoding: .reedSolomon, transferLength: 4_095, symbolLength: 1_024, blockLength: 64, symbolLimit: 80)),
        Layout(
            hex: "4004 000000000fff 0007 0400 0014 0019",
            information: TransferInformation(
                encoding: .smallBlock, transferLength: 4_095, symbolLength: 1_024, blockLength: 20, symbolLimit: 25,
                instance: 7)),
        Layout(
            hex: "4004 000000000fff 0801 0400 0014 0019",
            information: TransferInformation(
                encoding: .reedSolomonAnyField, transferLength: 4_095, symbolLength: 1_024, blockLength: 20,
                symbolLimit: 25)),
    ]

    @Test("is read and written as its RFC draws it", arguments: layouts)
    func layout(_ example: Layout) throws {
        let bytes = try #require([UInt8](hex: example.hex))
        let information = try TransferInformation(
            parsing: bytes.lent, in: 2..<bytes.count, encoding: example.information.encoding)
        #expect(information == example.information)
        guard information.encoding != .reedSolomonAnyField else { return }
        var writer = ByteWriter()
        information.write(to: &writer)
        #expect(writer.bytes == bytes)
    }

    @Test("is refused when it is cut, or of a code that is not read")
    func refused() throws {
        let bytes = try #require([UInt8](hex: Self.layouts[0].hex))
        for end in 2..<bytes.count {
            #expect(throws: ParseError.badLength) {
                _ = try TransferInformation(parsing: bytes.lent, in: 2..<end, encoding: .noCode)
            }
        }
        for code in [6, 1, 255] as [UInt8] {
            #expect(throws: ParseError.unsupportedCode) {
                _ = try TransferInformation(
                    parsing: bytes.lent, in: 2..<bytes.count, encoding: ObjectEncoding(rawValue: code))
            }
        }
    }

    @Test("the symbol's ID is read and written as its RFC draws it")
    func symbolID() throws {
        let cases: [(ObjectEncoding, String, ObjectSymbolID)] = [
            (.noCode, "0102 0304", ObjectSymbolID(block: 0x0102, symbol: 0x0304)),
            (.reedSolomon, "010203 04", ObjectSymbolID(block: 0x01_0203, symbol: 4)),
            (
                .smallBlock, "01020304 0005 0006",
                ObjectSymbolID(block: 0x0102_0304, symbol: 6, sourceCount: 5)
            ),
        ]
        for (encoding, hex, want) in cases {
            let bytes = try #require([UInt8](hex: hex))
            #expect(try ObjectSymbolID(parsing: bytes.lent, at: 0, encoding: encoding) == want)
            var writer = ByteWriter()
            want.write(to: &writer, encoding: encoding)
            #expect(writer.bytes == bytes)
            for count in 0..<bytes.count {
                #expect(throws: ParseError.self) {
                    _ = try ObjectSymbolID(parsing: bytes.lent.extracting(0..<count), at: 0, encoding: encoding)
                }
            }
        }
        let zeros: [UInt8] = [0, 0, 0, 0]
        for encoding in [ObjectEncoding.raptorQ, .reedSolomonAnyField, ObjectEncoding(rawValue: 77)] {
            #expect(throws: ParseError.unsupportedCode) {
                _ = try ObjectSymbolID(parsing: zeros.lent, at: 0, encoding: encoding)
            }
        }
    }

    @Test("divides objects as RFC 5052 section 9.1 does")
    func partition() throws {
        // T = ⌈L/E⌉, N = ⌈T/B⌉, A_large = ⌈T/N⌉, A_small = ⌊T/N⌋, I = T - A_small·N, by hand.
        let ten = try #require(BlockPartition(transferLength: 9_500, symbolLength: 1_000, blockLength: 4))
        #expect(
            [ten.symbolCount, ten.blockCount, ten.longLength, ten.shortLength, ten.longBlocks] == [10, 3, 4, 3, 1])
        #expect((0..<3).map { ten.sourceCount(of: $0) } == [4, 3, 3])
        #expect((0..<3).map { ten.firstSymbol(of: $0) } == [0, 4, 7])
        #expect(ten.sourceCount(of: 3) == nil)
        #expect(ten.length(of: 9) == 500)
        #expect(ten.length(of: 8) == 1_000)
        let even = try #require(BlockPartition(transferLength: 8, symbolLength: 2, blockLength: 2))
        #expect(
            [even.symbolCount, even.blockCount, even.longLength, even.shortLength, even.longBlocks] == [4, 2, 2, 2, 0])
        #expect(even.firstSymbol(of: 1) == 2)
        let empty = try #require(BlockPartition(transferLength: 0, symbolLength: 2, blockLength: 2))
        #expect(empty.symbolCount == 0 && empty.blockCount == 0 && empty.sourceCount(of: 0) == nil)
        #expect(BlockPartition(transferLength: 1, symbolLength: 0, blockLength: 2) == nil)
        #expect(BlockPartition(transferLength: 1, symbolLength: 1, blockLength: 0) == nil)
        #expect(BlockPartition(transferLength: .max, symbolLength: 1, blockLength: 1) == nil)
    }

    @Test("a network time is the instant nearest to where we are")
    func networkTime() {
        // 2026-01-01T00:00:00Z is 1767225600 after 1970 (`date -d 2026-01-01T00:00Z +%s`) and 3976214400 after 1900.
        let start = StreamTime(nanoseconds: 1_767_225_600_500_000_000)
        let time = NetworkTime(start)
        #expect(time == NetworkTime(seconds: 3_976_214_400, fraction: 0x8000_0000))
        #expect(time.instant(near: start) == start)
        // NTP's seconds begin anew on 2036-02-07T06:28:16Z, 2085978496 after 1970.
        let wrapped = NetworkTime(seconds: 10, fraction: 0)
        #expect(
            wrapped.instant(near: StreamTime(nanoseconds: 2_085_978_400_000_000_000)).nanoseconds
                == 2_085_978_506_000_000_000)
        for nanoseconds in [1, 999_999_999, 123_456_789] as [Int64] {
            let instant = StreamTime(nanoseconds: 1_767_225_600_000_000_000 + nanoseconds)
            #expect(NetworkTime(instant).instant(near: instant) == instant)
        }
        #expect(wrapped.instant(near: StreamTime(nanoseconds: .max)).nanoseconds > 0)
        #expect(wrapped.instant(near: StreamTime(nanoseconds: .min)).nanoseconds < 0)
    }
}
