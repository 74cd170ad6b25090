import Bytes
import Foundation
import TestSupport
import Testing
import VenueWire

@Suite("File delivery table")
struct FileDeliveryTableTests {
    private func table(_ text: String, limit: Int = 100) throws -> FileDeliveryTable {
        let bytes = Array(text.utf8)
        return try FileDeliveryTable(parsing: bytes.lent, entryLimit: limit)
    }

    // The example of RFC 6726, section 3.4.2 (the second file's base 64 digest completed).
    static let example = """
        <?xml version="1.0" encoding="UTF-8"?>
        <FDT-Instance xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
          xmlns="urn:ietf:params:xml:ns:fdt"
          xsi:schemaLocation="urn:ietf:params:xml:ns:fdt ietf-flute-fdt.xsd"
          Expires="2890842807">
          <File Content-Location="http://www.example.com/menu/tracklist.html" TOI="1" Content-Type="text/html"/>
          <File Content-Location="http://www.example.com/tracks/track1.mp3" TOI="2" Content-Length="6100"
            Content-Type="audio/mp3" Content-Encoding="gzip" Content-MD5="Eth76GlkJU45sghK42w8YA==" Some-Private="1"/>
        </FDT-Instance>
        """

    @Test("reads the example of RFC 6726")
    func rfc() throws {
        let table = try table(Self.example)
        #expect(table.expires == 2_890_842_807)
        #expect(!table.isComplete)
        #expect(table.faultyEntries == 0)
        #expect(table.entries.map(\.object) == [1, 2])
        #expect(table.entries[0].location == "http://www.example.com/menu/tracklist.html")
        #expect(table.entries[0].contentType == "text/html")
        #expect(table.entries[0].objectLength == nil)
        #expect(table.entries[1].contentLength == 6_100)
        // Encoded, so the object's length is not the file's.
        #expect(table.entries[1].objectLength == nil)
        #expect(table.entries[1].contentEncoding == "gzip")
        // `echo Eth76GlkJU45sghK42w8YA== | base64 -d | xxd -p`
        #expect(table.entries[1].md5?.hex == "12d87be86964254e39b2084ae36c3c60")
    }

    @Test("general attributes hold for every file that does not say otherwise, whatever the name space")
    func general() throws {
        let table = try table(
            """
            <f:FDT-Instance xmlns:f="urn:IETF:metadata:2005:FLUTE:FDT" Expires="7" Complete="true"
              Content-Type="text/plain" Content-Encoding="zlib" FEC-OTI-FEC-Encoding-ID="5"
              FEC-OTI-Maximum-Source-Block-Length="64" FEC-OTI-Encoding-Symbol-Length="1400"
              FEC-OTI-Max-Number-of-Encoding-Symbols="80" xmlns:s="urn:3gpp">
              <s:delimiter>0</s:delimiter>
              <f:File TOI="1" Content-Location="a" Transfer-Length="9"><s:Cache-Control/></f:File>
              <f:File TOI="2" Content-Location="b" Content-Encoding="" Content-Length="10"
                FEC-OTI-FEC-Encoding-ID="129" FEC-OTI-FEC-Instance-ID="3" FEC-OTI-Encoding-Symbol-Length="1024"/>
              <other><f:File TOI="3" Content-Location="c"/></other>
            </f:FDT-Instance>
            """)
        #expect(table.isComplete)
        #expect(table.entries.map(\.location) == ["a", "b"])
        #expect(table.entries.map(\.contentType) == ["text/plain", "text/plain"])
        #expect(table.entries.map(\.contentEncoding) == ["zlib", ""])
        #expect(
            table.entries[0].transfer.information(length: 9, codepoint: .noCode)
                == TransferInformation(
                    encoding: .reedSolomon, transferLength: 9, symbolLength: 1_400, blockLength: 64, symbolLimit: 80))
        #expect(
            table.entries[1].transfer.information(length: 10, codepoint: .noCode)
                == TransferInformation(
                    encoding: .smallBlock, transferLength: 10, symbolLength: 1_024, blockLength: 64, symbolLimit: 80,
                    instance: 3))
        #expect(TransferAttributes().information(length: 1, codepoint: .noCode) == nil)
    }

    @Test("what is written is read back, and is XML to another program", .enabled(if: PeerPython.has("json")))
    func roundTrip() throws {
        var first = FileEntry(object: 1, location: "clips/<goal> \"1\" & more\t\u{1}é.ts")
        first.contentLength = 4_000_000_000
        first.transferLength = 17
        first.contentType = "video/mp2t"
        first.contentEncoding = "gzip"
        first.md5 = [UInt8](0..<16)
        first.transfer = TransferAttributes(
            TransferInformation(
                encoding: .smallBlock, transferLength: 17, symbolLength: 1_400, blockLength: 20, symbolLimit: 24))
        var table = FileDeliveryTable(expires: 4_000_000_000, isComplete: true, entries: [first])
        let body = table.xmlBody()
        table.entries[0].location = "clips/<goal> \"1\" & more\t\u{fffd}é.ts"
        #expect(try FileDeliveryTable(parsing: body.lent, entryLimit: 1) == table)
        let program = """
            import sys, xml.etree.ElementTree as e
            root = e.fromstring(sys.stdin.buffer.read())
            sys.stdout.write(root.tag + ' ' + root.attrib['Expires'] + ' ' + root[0].attrib['Content-Location'])
            """
        let outcome = try PeerPython.run(["-c", program], input: Data(body))
        #expect(
            String(decoding: outcome.output, as: UTF8.self)
                == "{urn:ietf:params:xml:ns:fdt}FDT-Instance 4000000000 " + table.entries[0].location)
    }

    struct Wrong: CustomTestStringConvertible {
        var testDescription: String { text }
        var text: String
        var want: FileDeliveryTable.Fault
    }

    static let wrong = [
        Wrong(text: "", want: .notXML(line: 1)),
        Wrong(text: "<FDT-Instance Expires='1'>\n<File>", want: .notXML(line: 2)),
        Wrong(text: "<html Expires='1'/>", want: .notATable),
        Wrong(text: "<FDT-Instance/>", want: .noExpiry),
        Wrong(text: "<FDT-Instance Expires='soon'/>", want: .noExpiry),
        Wrong(text: "<FDT-Instance Expires='4294967296'/>", want: .noExpiry),
        Wrong(text: "<FDT-Instance Expires='1' FEC-OTI-Encoding-Symbol-Length='-1'/>", want: .notATable),
        Wrong(
            text: "<!DOCTYPE x [<!ENTITY e 'x'>]><FDT-Instance Expires='1'/>", want: .hasDocumentType),
    ]

    @Test("refuses what is no table", arguments: wrong)
    func refuses(_ example: Wrong) {
        #expect(throws: example.want) { _ = try table(example.text) }
    }

    @Test("passes over entries that cannot be read, and refuses a table of too many")
    func entries() throws {
        let faulty = [
            "", "TOI='0' Content-Location='a'", "TOI='1'", "Content-Location='a'", "TOI='x' Content-Location='a'",
            "TOI='1' Content-Location='a' Content-Length='-1'",
            "TOI='1' Content-Location='a' Transfer-Length='99999999999999999999'",
            "TOI='1' Content-Location='a' Content-MD5='aGFsbG8='",
            "TOI='1' Content-Location='a' FEC-OTI-FEC-Encoding-ID='256'", "TOI='1' Content-Location=''",
        ]
        let text = faulty.map { "<File \($0)/>" }.joined()
        let table = try table("<FDT-Instance Expires='1'>\(text)<File TOI='7' Content-Location='b'/></FDT-Instance>")
        #expect(table.faultyEntries == faulty.count)
        #expect(table.entries.map(\.object) == [7])
        let many = String(repeating: "<File TOI='1' Content-Location='a'/>", count: 101)
        #expect(throws: FileDeliveryTable.Fault.tooManyEntries) {
            _ = try self.table("<FDT-Instance Expires='1'>\(many)</FDT-Instance>")
        }
    }

    @Test("every prefix is refused, and damage never stops it")
    func damage() {
        let bytes = Array(Self.example.utf8)
        for count in 0..<(bytes.count - 1) {
            #expect(throws: FileDeliveryTable.Fault.self) {
                _ = try FileDeliveryTable(parsing: bytes.lent.extracting(0..<count), entryLimit: 10)
            }
        }
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<1_000 {
            let damaged = Mutation.mutated(bytes, with: &generator)
            _ = try? FileDeliveryTable(parsing: damaged.lent, entryLimit: 10)
        }
    }
}
