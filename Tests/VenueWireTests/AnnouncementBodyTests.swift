import Bytes
import Foundation
import TestSupport
import Testing
import VenueWire

/// What counts as a JSON object: RFC 8259, whose rules the names say.
@Suite("Body of an announcement")
struct AnnouncementBodyTests {
    struct Body: CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }

        init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
    }

    /// Whether the body was refused for not being JSON, rather than for what it says.
    static func isInvalid(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try VenueAnnouncement(parsing: bytes.lent)
            return false
        } catch {
            guard case .invalidJSON = error else { return false }
            return true
        }
    }

    static let refused: [Body] = [
        Body("nothing", ""), Body("spaces", "  "), Body("a list", "[]"), Body("a text", #""x""#), Body("a number", "1"),
        Body("null", "null"), Body("a byte order mark", [0xef, 0xbb, 0xbf] + Array("{}".utf8)),
        Body("Latin-1", Array(#"{"a":""#.utf8) + [0xe9] + Array(#""}"#.utf8)),
        Body("an overlong form", Array(#"{"a":""#.utf8) + [0xc0, 0xaf] + Array(#""}"#.utf8)),
        Body("a surrogate in UTF-8", Array(#"{"a":""#.utf8) + [0xed, 0xa0, 0x80] + Array(#""}"#.utf8)),
        Body("UTF-16", [0xfe, 0xff, 0, 0x7b, 0, 0x7d]), Body("NUL behind it", Array("{}".utf8) + [0]),
        Body("two objects", "{}{}"), Body("a comma too many", #"{"a":1,}"#), Body("a comma first", #"{,"a":1}"#),
        Body("no comma", #"{"a":1 "b":2}"#), Body("no colon", #"{"a" 1}"#), Body("a bare key", "{a:1}"),
        Body("single quotes", "{'a':1}"), Body("a comment", "{/**/}"), Body("no value", #"{"a":}"#),
        Body("a leading zero", #"{"a":01}"#), Body("a plus", #"{"a":+1}"#), Body("a bare dot", #"{"a":1.}"#),
        Body("a dot first", #"{"a":.5}"#), Body("half an exponent", #"{"a":1e}"#), Body("NaN", #"{"a":NaN}"#),
        Body("a capital", #"{"a":True}"#), Body("half a word", #"{"a":nul}"#), Body("a word too long", #"{"a":nulll}"#),
        Body("a minus alone", #"{"a":-}"#), Body("hexadecimal", #"{"a":0x10}"#),
        Body("a line end in a text", "{\"a\":\"\n\"}"), Body("an unknown escape", #"{"a":"\x"}"#),
        Body("a short escape", #"{"a":"\u12"}"#), Body("half a pair", #"{"a":"\ud800"}"#),
        Body("the second half first", #"{"a":"\udc00\ud800"}"#), Body("a pair of firsts", #"{"a":"\ud800\ud800"}"#),
        Body("a list not ended", #"{"a":[1,2}"#), Body("a text not ended", #"{"a":"b"#),
        Body("33 deep", String(repeating: #"{"a":"#, count: 33) + "1" + String(repeating: "}", count: 33)),
        Body("far too deep", String(repeating: "[", count: 60_000)),
        Body("far too long", #"{"a":""# + String(repeating: "x", count: 1 << 16) + #""}"#),
    ]

    @Test("what is no JSON object in UTF-8 is refused as such", arguments: refused)
    func refuses(_ body: Body) { #expect(Self.isInvalid(body.bytes)) }

    static let read: [Body] = [
        Body("an empty object", "{}"), Body("spaces all over", " \t\r\n{ \"a\" : [ 1 , -0.5e+3 , \"\" ] } \n"),
        Body("every escape", #"{"\"\\\/\b\f\n\r\t":"\u0041\uD83C\uDFDF"}"#),
        Body("words", #"{"a":[true,false,null,{}]}"#),
        Body("a key twice", #"{"a":1,"a":2}"#), Body("an escaped NUL", #"{"a":"\u0000"}"#),
        Body("32 deep", String(repeating: #"{"a":"#, count: 32) + "1" + String(repeating: "}", count: 32)),
        Body("60 000 digits", #"{"version":1"# + String(repeating: "0", count: 60_000) + "}"),
    ]

    @Test("what is one is not, as Foundation agrees", arguments: read)
    func accepts(_ body: Body) throws {
        #expect(!Self.isInvalid(body.bytes))
        if body.name != "60 000 digits" {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(body.bytes)) }
        }
    }

    @Test("escapes mean what they say")
    func escapes() {
        // RFC 8259, section 7: U+1D11E is "\uD834\uDD1E".
        let text = #"{"version":"\uD834\uDD1E\u00e9\/\t"}"#
        #expect(throws: AnnouncementFault.version("\u{1d11e}é/\t")) { try VenueAnnouncementTests.read(text) }
    }
}
