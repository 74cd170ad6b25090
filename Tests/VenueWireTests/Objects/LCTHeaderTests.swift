import Bytes
import TestSupport
import Testing
import Timing
import VenueWire

@Suite("LCT header")
struct LCTHeaderTests {
    /// A packet laid out by hand after the figure of RFC 5651, section 5.1.
    struct Drawn: CustomTestStringConvertible {
        var testDescription: String { name }
        var name: String
        var hex: String
        var session: UInt64
        var object: UInt128
        var length: Int
    }

    static let drawn = [
        Drawn(name: "S=0 O=0 H=0", hex: "10000200 00000000", session: 0, object: 0, length: 8),
        Drawn(name: "S=0 O=0 H=1", hex: "10100300 00000000 00070009", session: 7, object: 9, length: 12),
        Drawn(
            name: "S=1 O=1 H=0", hex: "10a00400 00000000 0102030405060708", session: 0x0102_0304,
            object: 0x0506_0708, length: 16),
        Drawn(
            name: "S=1 O=1 H=1", hex: "10b00500 00000000 010203040506 111213141516", session: 0x0102_0304_0506,
            object: 0x1112_1314_1516, length: 20),
        Drawn(
            name: "S=0 O=2 H=1", hex: "10500500 00000000 0102 11121314151617181920", session: 0x0102,
            object: 0x1112_1314_1516_1718_1920, length: 20),
        Drawn(
            name: "S=1 O=3 H=0", hex: "10e00600 00000000 01020304 111213141516171819202122", session: 0x0102_0304,
            object: 0x1112_1314_1516_1718_1920_2122, length: 24),
        Drawn(
            name: "S=1 O=3 H=1", hex: "10f00700 00000000 010203040506 1112131415161718192021222324",
            session: 0x0102_0304_0506, object: 0x1112_1314_1516_1718_1920_2122_2324, length: 28),
        Drawn(
            name: "C=3", hex: "1ca00700 00000000000000000000000000000000 0000000a 0000000b", session: 10, object: 11,
            length: 28),
    ]

    @Test("reads every size of its fields", arguments: drawn)
    func sizes(_ example: Drawn) throws {
        let bytes = try #require([UInt8](hex: example.hex))
        let header = try LCTHeader(parsing: bytes.lent)
        #expect(header.transportSession == example.session)
        #expect(header.object == example.object)
        #expect(header.length == example.length)
    }

    @Test("writes the shortest fields that hold its numbers, and reads them back", arguments: drawn)
    func roundTrip(_ example: Drawn) throws {
        let bytes = try #require([UInt8](hex: example.hex))
        let header = try LCTHeader(parsing: bytes.lent)
        var writer = ByteWriter()
        header.write(to: &writer)
        var again = try LCTHeader(parsing: writer.bytes.lent)
        #expect(again.length == writer.count)
        again.length = header.length
        #expect(again == header)
        if example.name == "S=1 O=1 H=0" || example.name == "S=1 O=3 H=1" { #expect(writer.bytes == bytes) }
    }

    // The packets that flute-alc 1.11.7 sends: an object's repair symbol, and the first packet of a table.
    static let repair = "10100605 00000000 002a0001 400300000000000c00040305 00000003 71ca2f40"
    static let table = """
        10100c00 00000000 002a0000 c0200001 c1000000 0203c000ed42f2ff80000000 4004000000000321000005780000 0040 00000000
        """

    @Test("reads a peer's packet with EXT_FTI")
    func peerRepair() throws {
        let bytes = try #require([UInt8](hex: Self.repair))
        let header = try LCTHeader(parsing: bytes.lent)
        #expect(header.transportSession == 42)
        #expect(header.object == 1)
        #expect(header.codepoint == 5)
        let range = try #require(header.transferInformation)
        let information = try TransferInformation(parsing: bytes.lent, in: range, encoding: .reedSolomon)
        #expect(
            information
                == TransferInformation(
                    encoding: .reedSolomon, transferLength: 12, symbolLength: 4, blockLength: 3, symbolLimit: 5))
        let id = try ObjectSymbolID(parsing: bytes.lent, at: header.length, encoding: .reedSolomon)
        #expect(id == ObjectSymbolID(block: 0, symbol: 3))
        // Written again it is the peer's packet, but for our longer TSI and TOI.
        var writer = ByteWriter()
        header.write(to: &writer, transfer: information)
        #expect(writer.bytes.hex == "10a00705000000000000002a00000001" + "400300000000000c00040305")
    }

    @Test("reads a peer's packet of a table: EXT_FDT, EXT_CENC, EXT_TIME, EXT_FTI")
    func peerTable() throws {
        let bytes = try #require([UInt8](hex: Self.table))
        let header = try LCTHeader(parsing: bytes.lent)
        #expect(header.object == 0)
        #expect(header.tableMark == TableMark(version: 2, instance: 1))
        #expect(header.contentCoding == 0)
        #expect(header.senderTime == NetworkTime(seconds: 0xed42_f2ff, fraction: 0x8000_0000))
        let range = try #require(header.transferInformation)
        let information = try TransferInformation(parsing: bytes.lent, in: range, encoding: .noCode)
        #expect(information.transferLength == 0x321)
        #expect(information.symbolLength == 1_400)
        #expect(information.blockLength == 64)
        var writer = ByteWriter()
        header.write(to: &writer, transfer: information)
        let again = try LCTHeader(parsing: writer.bytes.lent)
        #expect(again.tableMark == header.tableMark)
        #expect(again.senderTime == header.senderTime)
        #expect(again.contentCoding == 0)
    }

    @Test("reads the flags A and B, and writes them")
    func flags() throws {
        for (closesSession, closesObject) in [(true, false), (false, true), (true, true)] {
            var writer = ByteWriter()
            LCTHeader(
                transportSession: 1, object: 2, codepoint: 0, closesSession: closesSession, closesObject: closesObject
            ).write(to: &writer)
            // RFC 5651: A is bit 14, B is bit 15 of the first word.
            #expect(writer.bytes[1] & 3 == (closesSession ? 2 : 0) + (closesObject ? 1 : 0))
            let header = try LCTHeader(parsing: writer.bytes.lent)
            #expect(header.closesSession == closesSession)
            #expect(header.closesObject == closesObject)
        }
    }

    struct Wrong: CustomTestStringConvertible {
        var testDescription: String { name }
        var name: String
        var hex: String
        var want: ParseError
    }

    static let wrong = [
        Wrong(
            name: "empty", hex: "", want: .truncated(Truncation(wanted: 4, remaining: 0, offset: 0))),
        Wrong(name: "version 2", hex: "20000200 00000000", want: .unsupportedVersion(2)),
        Wrong(name: "length 0", hex: "10000000 00000000", want: .badLength),
        Wrong(name: "shorter than its fields", hex: "10a00300 00000000 00000000 00000000", want: .badLength),
        Wrong(
            name: "longer than the datagram", hex: "10a00500 00000000 00000000 00000000",
            want: .truncated(Truncation(wanted: 20, remaining: 16, offset: 0))),
        Wrong(name: "an extension of length 0", hex: "10000300 00000000 02000000", want: .badLength),
        Wrong(name: "an extension beyond the header", hex: "10000300 00000000 02020000", want: .badLength),
    ]

    @Test("refuses what does not hold together", arguments: wrong)
    func refuses(_ example: Wrong) throws {
        let bytes = try #require([UInt8](hex: example.hex))
        #expect(throws: example.want) { _ = try LCTHeader(parsing: bytes.lent) }
    }

    @Test("passes over unknown extensions, and EXT_TIME without a sender's time")
    func unknownExtensions() throws {
        // HET 7 of two words, HET 200 of one, EXT_TIME with SLC only (RFC 5651, 5.2.2.1), EXT_FDT.
        let bytes = try #require(
            [UInt8](hex: "10000800 00000000 07020000 00000000 c8aabbcc 02021000 00000005 c02fffff"))
        let header = try LCTHeader(parsing: bytes.lent)
        #expect(header.senderTime == nil)
        #expect(header.tableMark == TableMark(version: 2, instance: 0xf_ffff))
    }

    @Test("every prefix of a packet is refused, whole header excepted")
    func prefixes() throws {
        let bytes = try #require([UInt8](hex: Self.table))
        for count in 0..<48 {
            #expect(throws: ParseError.self) { _ = try LCTHeader(parsing: bytes.lent.extracting(0..<count)) }
        }
        #expect(throws: Never.self) { _ = try LCTHeader(parsing: bytes.lent.extracting(0..<48)) }
    }

    @Test("damaged packets never stop it")
    func mutations() throws {
        var generator = SeededGenerator(seed: 1)
        let bytes = try #require([UInt8](hex: Self.table))
        for _ in 0..<5_000 {
            let damaged = Mutation.mutated(bytes, with: &generator)
            guard let header = try? LCTHeader(parsing: damaged.lent) else { continue }
            #expect(header.length <= damaged.count)
            if let range = header.transferInformation { #expect(range.upperBound <= header.length) }
        }
    }
}
