import Bytes
import Kernels
import TestSupport
import Testing

@Suite("XML")
struct XMLScannerTests {
    private func tags(_ text: String) throws -> [XMLTag] {
        let bytes = Array(text.utf8)
        var tags: [XMLTag] = []
        try XMLScanner.scan(bytes.lent) { tag in
            tags.append(tag)
            return true
        }
        return tags
    }

    @Test("elements come in order, with depths, local names and resolved values")
    func elements() throws {
        let found = try tags(
            """
            <?xml version="1.0"?><a:root xmlns:a="urn:x" xmlns="urn:y" p:k="1 &lt; 2"><!-- no --><b/><c><b v='&#xe9;'/></c>
            </a:root>
            """)
        #expect(found.map(\.name) == ["root", "b", "c", "b"])
        #expect(found.map(\.depth) == [0, 1, 1, 2])
        #expect(found[0].attributes.map(\.name) == ["k"])
        #expect(found[0].attributes.map(\.value) == ["1 < 2"])
        #expect(found[3].attributes.map(\.value) == ["é"])
    }

    @Test("UTF-16 is read as XML 1.0 wants it")
    func wide() throws {
        var bytes: [UInt8] = [0xfe, 0xff]
        for unit in "<r a=\"ü\"/>".utf16 { bytes += [UInt8(unit >> 8), UInt8(unit & 255)] }
        var value = ""
        try XMLScanner.scan(bytes.lent) { tag in
            value = tag.attributes.first?.value ?? ""
            return true
        }
        #expect(value == "ü")
    }

    @Test("documents with a document type are refused before any entity is declared or fetched")
    func documentTypes() {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><l>&b;</l>
            """
        #expect(throws: XMLFault.hasDocumentType) { _ = try tags(bomb) }
        #expect(throws: XMLFault.hasDocumentType) {
            _ = try tags("<!DOCTYPE l SYSTEM \"file:///etc/passwd\"><l/>")
        }
    }

    @Test("what is not well-formed is refused with its line")
    func malformed() {
        #expect(throws: XMLFault.malformed(line: 2)) { _ = try tags("<a>\n</b>") }
        #expect(throws: XMLFault.malformed(line: 1)) { _ = try tags("") }
        #expect(throws: XMLFault.malformed(line: 1)) { _ = try tags("<a>&nothing;</a>") }
        #expect(throws: XMLFault.malformed(line: 1)) { _ = try tags("<a b='1' b='2'/>") }
    }

    @Test("deep documents are refused, and the reader may stop one")
    func bounds() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(throws: XMLFault.tooDeep) { _ = try tags(deep) }
        var seen = 0
        let bytes = Array("<a><b/><b/><b/></a>".utf8)
        #expect(throws: XMLFault.stopped) {
            try XMLScanner.scan(bytes.lent) { _ in
                seen += 1
                return seen < 2
            }
        }
        #expect(seen == 2)
    }

    @Test("every prefix and every damaged document ends")
    func damage() {
        let text = "<?xml version=\"1.0\"?><r xmlns='urn:z'><f a=\"1\" b='&amp;'/><!-- c --><![CDATA[x]]></r>"
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            #expect(throws: XMLFault.self) { try XMLScanner.scan(bytes.lent.extracting(0..<count)) { _ in true } }
        }
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<3_000 {
            let damaged = Mutation.mutated(bytes, with: &generator)
            try? XMLScanner.scan(damaged.lent) { _ in true }
        }
    }
}
