import Foundation
import TestSupport
import Testing

@testable import VenueSettings

@Suite("JSON of configurations")
struct JSONTextTests {
    // From the grammar of RFC 8259, by hand.
    static let values: [(text: String, value: JSONValue)] = [
        ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)), ("60.0", .integer(60)), ("1e2", .integer(100)),
        ("1.5E-1", .number(0.15)), ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(0x1p63)),
        ("true", .bool(true)), (" false ", .bool(false)), ("null", .null), ("[]", .array([])), ("{}", .object([:])),
        (#""a\"\\\/\b\f\n\r\t\u00e9\ud83c\udfdf""#, .string("a\"\\/\u{8}\u{c}\n\r\té🏟")),
        ("[ 1 , [ ] , { } ]", .array([.integer(1), .array([]), .object([:])])),
        (#"{ "a" : 1 , "a" : 2 }"#, .object(["a": .integer(2)])), ("\u{feff}{}", .object([:])),
    ]

    @Test("values are read as RFC 8259 writes them", arguments: values.indices)
    func reads(_ index: Int) {
        #expect(JSONText.value(of: Array(Self.values[index].text.utf8)) == Self.values[index].value)
    }

    static let refused = [
        "", " ", "01", "-", "1.", ".5", "1e", "+1", "0x1", "NaN", "tru", "nul", "[1,]", "[,1]", "[1 2]", "{a:1}",
        #"{"a"}"#,
        #"{"a":1,}"#, #"{"a" 1}"#, "[", "{", "\"", #""\"#, #""\u12"#, #""\u+123""#, #""\ud800""#, #""\ud800\u0041""#,
        #""\udc00""#, #""\x""#, "\"\n\"", "\"\u{0}\"", "1e999", "[1]]", "{} {}", "\u{0}", "1\u{0}",
    ]

    @Test("what the grammar lacks is refused", arguments: refused)
    func refuses(_ text: String) {
        #expect(JSONText.value(of: Array(text.utf8)) == nil)
    }

    @Test("bytes that are no UTF-8 are refused")
    func encoding() {
        for bytes in [[0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x7b, 0, 0x7d, 0]] as [[UInt8]] {
            #expect(JSONText.value(of: bytes) == nil)
        }
    }

    @Test("damaged texts are read as Foundation reads them, or not at all")
    func damaged() throws {
        var generator = SeededGenerator(seed: 8_259)
        for _ in 0..<300 {
            let bytes = Mutation.mutated(Array(RandomConfiguration.text(&generator).utf8), with: &generator)
            guard let value = JSONText.value(of: bytes) else { continue }
            // Of equal keys Foundation may take another one, and a mark in front is its own matter.
            guard let theirs = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
                Issue.record("only we read \(String(decoding: bytes, as: UTF8.self))")
                continue
            }
            #expect(value == theirs)
        }
    }

    @Test("a text that nests as deep as it may takes no longer than its length")
    func deep() {
        let one = String(repeating: "[", count: 30) + "1.5" + String(repeating: "]", count: 30)
        let text = "{\"a\":[" + Array(repeating: one, count: 1_000).joined(separator: ",") + "]}"
        #expect(JSONText.value(of: Array(text.utf8)) != nil)
    }
}
