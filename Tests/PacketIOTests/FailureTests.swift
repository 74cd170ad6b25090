import CaptureFormats
import Foundation
import NetworkFormats
import PacketIO
import Testing

@Suite("Files that are no captures")
struct FailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let looksLike: String
        var testDescription: String { name }

        init(_ name: String, _ bytes: [UInt8], _ looksLike: String) {
            self.name = name
            self.bytes = bytes
            self.looksLike = looksLike
        }

        init(_ name: String, _ text: String, _ looksLike: String) {
            self.init(name, Array(text.utf8), looksLike)
        }
    }

    static func packets(_ length: Int, first: Int = 0) -> [UInt8] {
        var bytes = [UInt8](repeating: 0xff, count: 5 * length)
        for index in 0..<5 { bytes[first + index * length] = 0x47 }
        return bytes
    }

    static let cases = [
        Case("TS", packets(188), "an MPEG transport stream"),
        Case("TS with parity", packets(204), "an MPEG transport stream"),
        Case("TS with stamps", packets(192, first: 4), "an MPEG transport stream"),
        Case("a page", "  <!DOCTYPE html><html>", "an HTML page"),
        Case("a feed", "<?xml version=\"1.0\"?>", "an XML document"),
        Case("an object", "{\"a\":1}", "JSON"),
        Case("a playlist", "#EXTM3U\n#EXT-X-VERSION:3\n", "a playlist"),
        Case("words", "G'day, no capture here", "text"),
        Case("a ZIP archive", [0x50, 0x4b, 3, 4, 20, 0], "a ZIP archive"),
        Case("an MP4 file", [0, 0, 0, 24] + Array("ftypisom".utf8), "an MP4 file"),
        Case("snoop", "snoop\0\0\0\0\0\0\u{2}", "a Solaris snoop capture (convert it with editcap)"),
        Case("Zstandard", [0x28, 0xb5, 0x2f, 0xfd, 0, 0], "Zstandard-compressed data (unpack it first)"),
        Case("noise", [0x00, 0x01, 0x02, 0x03, 0x80, 0x90], "unknown data"),
        Case("two bytes", [0x0a, 0x0d], "2 stray bytes"),
        Case("the start of gzip", [0x1f, 0x8b, 8, 0], "gzip, but the compressed file ends early, at byte 4"),
    ]

    @Test("are named for what they look like", arguments: cases)
    func looksLike(_ example: Case) throws {
        let file = try TemporaryFile(example.bytes)
        #expect(throws: CaptureFailure.notACapture(path: file.path, looksLike: example.looksLike)) {
            try Reading(file.path)
        }
    }

    @Test("are looked at inside gzip as well")
    func packed() throws {
        let file = try TemporaryFile(TemporaryFile.gzip(Array("<html></html>".utf8)))
        #expect(throws: CaptureFailure.notACapture(path: file.path, looksLike: "an HTML page")) {
            try Reading(file.path)
        }
    }

    @Test("or that are not there are told in one sentence")
    func missing() throws {
        let empty = try TemporaryFile()
        #expect(throws: CaptureFailure.isEmpty(path: empty.path)) { try Reading(empty.path) }
        let folder = FileManager.default.temporaryDirectory.path()
        #expect(throws: CaptureFailure.isFolder(path: folder)) { try Reading(folder) }
        let failure = #expect(throws: CaptureFailure.self) { try Reading("/nowhere/x.pcap") }
        #expect(failure?.description == "cannot open /nowhere/x.pcap: No such file or directory")
    }

    @Test("or that are damaged before their first frame are refused")
    func damaged() throws {
        let file = try TemporaryFile(Sample.pcap(at: []) + [UInt8](repeating: 0xff, count: 16))
        let want = CaptureError(offset: 24, frames: 0, reason: .frameTooLong(.max))
        let failure = #expect(throws: CaptureFailure.damaged(path: file.path, want)) { try Reading(file.path) }
        #expect(failure?.description.hasPrefix("\(file.path) is damaged at byte 24 after 0 frames: ") == true)
    }

    static let sentences: [(failure: CaptureFailure, want: String)] = [
        (.isTerminal, "standard input is a terminal: name a capture file or pipe one in"),
        (.isFolder(path: "captures"), "captures is a folder: name a capture file in it"),
        (.isEmpty(path: "-"), "standard input is empty: was the capture stopped before its first frame?"),
        (
            .notACapture(path: "a.ts", looksLike: "an MPEG transport stream"),
            "a.ts is no capture, it looks like an MPEG transport stream: give a pcap or pcapng file, plain or gzip"
        ),
        (.cannotRead(path: "a.pcap", reason: "Input/output error"), "cannot read a.pcap: Input/output error"),
        (
            .wrongFilter(expression: "udp prt 1", reason: "syntax error"),
            "the capture filter \"udp prt 1\" is wrong: syntax error (see pcap-filter(7))"
        ),
    ]

    @Test("are told in sentences that say what, where and what to do")
    func descriptions() {
        for sentence in Self.sentences { #expect(sentence.failure.description == sentence.want) }
    }
}
