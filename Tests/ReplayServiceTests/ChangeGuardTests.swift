import Foundation
import HTTPServing
import Testing
import VenueSettings

@testable import ReplayService

@Suite("Changes from web pages")
struct ChangeGuardTests {
    struct Example: CustomTestStringConvertible {
        var what: String
        var method = HTTPServing.Method.post
        var headers: [(String, String)]
        var body = "{}"
        var hasTokens = false
        /// The status of the refusal; nil when there is none.
        var status: Int?
        var testDescription: String { what }
    }

    private static let json = ("Content-Type", "application/json")

    // What browsers send is from the Fetch standard: a simple request has one of three types and needs no preflight.
    static let examples = [
        Example(what: "a program", headers: [json]),
        Example(
            what: "a program, with parameters of the type",
            headers: [("Content-Type", "Application/JSON ; charset=utf-8")]),
        Example(what: "an empty body without a type", headers: [], body: "", status: 415),
        Example(what: "a form", headers: [("Content-Type", "application/x-www-form-urlencoded")], status: 415),
        Example(what: "a form of plain text", headers: [("Content-Type", "text/plain")], status: 415),
        Example(what: "a form of parts", headers: [("Content-Type", "multipart/form-data; boundary=x")], status: 415),
        Example(what: "JSON of another kind", headers: [("Content-Type", "application/json5")], status: 415),
        Example(
            what: "our own page", headers: [json, ("Host", "127.0.0.1:8080"), ("Origin", "http://127.0.0.1:8080")]),
        Example(
            what: "our own page over TLS",
            headers: [json, ("Host", "localhost:8443"), ("Origin", "https://localhost:8443")]),
        Example(
            what: "our own page at an address of version 6",
            headers: [json, ("Host", "[::1]:8080"), ("Origin", "http://[::1]:8080")]),
        Example(
            what: "a page of another port",
            headers: [json, ("Host", "127.0.0.1:8080"), ("Origin", "http://127.0.0.1:8000")], status: 403),
        Example(
            what: "a page of another site",
            headers: [json, ("Host", "127.0.0.1:8080"), ("Origin", "https://example.com")], status: 403),
        Example(what: "a page without an origin", headers: [json, ("Host", "a"), ("Origin", "null")], status: 403),
        Example(what: "an origin without a host", headers: [json, ("Origin", "http://127.0.0.1")], status: 403),
        Example(
            what: "a name of somebody that points here",
            headers: [json, ("Host", "evil.example:8080"), ("Origin", "http://evil.example:8080")], status: 403),
        Example(
            what: "a name, where tokens are needed",
            headers: [json, ("Host", "replay.lan"), ("Origin", "https://replay.lan")], hasTokens: true),
        Example(
            what: "another site by the browser's word", headers: [json, ("Sec-Fetch-Site", "cross-site")], status: 403),
        Example(
            what: "a neighbour by the browser's word", headers: [json, ("Sec-Fetch-Site", "same-site")], status: 403),
        Example(what: "the address bar by the browser's word", headers: [json, ("Sec-Fetch-Site", "none")]),
        Example(what: "a removal by a program", method: .delete, headers: [], body: ""),
        Example(
            what: "a removal by a page of another site", method: .delete,
            headers: [("Host", "127.0.0.1"), ("Origin", "https://example.com")], body: "", status: 403),
    ]

    @Test("go through only when they come from here", arguments: examples)
    func refuses(_ example: Example) throws {
        let request = try Request(
            example.method, "/x", headers: example.headers.map { Header($0.0, $0.1) }, body: Array(example.body.utf8))
        let refusal = ChangeGuard.refusal(of: request, hasTokens: example.hasTokens)
        #expect(refusal?.status == example.status)
        if let refusal { #expect(refusal.object["status"] as? String == "error") }
    }
}

@Suite("Objects that are sent")
struct SentObjectTests {
    private static func object(_ text: String, limit: Int = 4 << 20) throws(SentProblem) -> SentObject {
        guard let request = try? Request(.post, "/x", body: Array(text.utf8)) else { throw .notJSON }
        return try SentObject(request, limit: limit)
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    }

    @Test("may nest, but not so deep that reading them takes long")
    func nests() throws {
        #expect(JSONValue.isNested(Array(Self.nested(64).utf8)))
        #expect(!JSONValue.isNested(Array(Self.nested(65).utf8)))
        #expect(JSONValue.isNested(Array(#"{"a":"[[[[[\"[[[[","b":[[],[],[]]}"#.utf8), within: 3))
        #expect(JSONValue.isNested(Array("]]]]{[".utf8), within: 0))
    }

    @Test("give what stands in them, and nil for what is absent")
    func reads() throws {
        let object = try Self.object(#"{"a":"x","n":-20000,"w":30.0,"t":true,"z":null,"m":9223372036854775807}"#)
        #expect(try object.text("a") == "x" && object.text("b") == nil && object.text("z") == nil)
        #expect(try object.integer("n") == -20_000 && object.integer("w") == 30 && object.integer("m") == .max)
        #expect(try object.truth("t") == true && object.truth("b") == nil)
        #expect(try Self.object("").text("a") == nil)
    }

    @Test("are refused with the key and what it wants")
    func refuses() throws {
        for text in ["[]", "7", "{", "\"a\"", "\u{0}", Self.nested(65), Self.nested(500_000)] {
            #expect(throws: SentProblem.notJSON) { try Self.object(text) }
        }
        #expect(throws: SentProblem.tooLong(limit: 4)) { try Self.object("{    }", limit: 4) }
        let object = try Self.object(#"{"a":"","n":1.5,"big":18446744073709551616,"t":1,"neg":-1}"#)
        #expect(throws: SentProblem.self) { try object.text("a") }
        for key in ["n", "big", "a", "t2"] { #expect(throws: SentProblem.self) { try object.integer(key) } }
        #expect(throws: SentProblem.wrong(key: "neg", wanted: "a whole number from 0")) {
            try object.integer("neg", from: 0)
        }
        #expect(throws: SentProblem.self) { try object.truth("t") }
        #expect(SentProblem.missing(key: "durationMs", wanted: "a whole number").response.status == 422)
        #expect(SentProblem.notJSON.response.status == 400)
    }
}
