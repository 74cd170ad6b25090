import Testing

@testable import HTTPServing

@Suite("Conditional requests")
struct SelectionTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var fields: [Header]
        var tag: String? = "\"a\""
        var modified: Int64? = 784_111_777
        var want: Selection

        var testDescription: String { name }
    }

    static let then = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    static let after = "Sun, 06 Nov 1994 08:49:38 GMT"
    static let range = Header("Range", "bytes=0-4")

    // RFC 9110, sections 13.1.1 to 13.1.5 and the order of 13.2.2; the body has 10 bytes.
    static let cases = [
        Case(name: "nothing asked", fields: [], want: .whole),
        Case(name: "the tag is known", fields: [Header("If-None-Match", "\"a\"")], want: .unchanged),
        Case(name: "a weak twin is known", fields: [Header("If-None-Match", "W/\"a\"")], want: .unchanged),
        Case(
            name: "one of a list is known", fields: [Header("if-none-match", "\"x\", W/\"y\" ,\"a\"")], want: .unchanged
        ),
        Case(
            name: "two fields are one list",
            fields: [Header("If-None-Match", "\"x\""), Header("If-None-Match", "\"a\"")],
            want: .unchanged),
        Case(name: "a comma in a tag", fields: [Header("If-None-Match", "\"x,\", \"a\"")], want: .unchanged),
        Case(name: "anything is known", fields: [Header("If-None-Match", "*")], want: .unchanged),
        Case(name: "another tag", fields: [Header("If-None-Match", "\"b\"")], want: .whole),
        Case(name: "a tag without marks", fields: [Header("If-None-Match", "a")], want: .whole),
        Case(name: "nothing to compare", fields: [Header("If-None-Match", "\"a\"")], tag: nil, want: .whole),
        Case(name: "unchanged since", fields: [Header("If-Modified-Since", then)], want: .unchanged),
        Case(name: "changed since", fields: [Header("If-Modified-Since", before)], want: .whole),
        Case(name: "no date", fields: [Header("If-Modified-Since", "yesterday")], want: .whole),
        Case(
            name: "the tag wins over the date",
            fields: [Header("If-None-Match", "\"b\""), Header("If-Modified-Since", after)], want: .whole),
        Case(name: "the tag is expected", fields: [Header("If-Match", "\"a\"")], want: .whole),
        Case(name: "another tag is expected", fields: [Header("If-Match", "\"b\"")], want: .failed),
        Case(
            name: "a weak tag is never expected", fields: [Header("If-Match", "W/\"a\"")], tag: "W/\"a\"", want: .failed
        ),
        Case(name: "anything is expected", fields: [Header("If-Match", "*")], want: .whole),
        Case(name: "changed since it was seen", fields: [Header("If-Unmodified-Since", before)], want: .failed),
        Case(name: "as it was seen", fields: [Header("If-Unmodified-Since", then)], want: .whole),
        Case(name: "a range", fields: [range], want: .part(0..<5)),
        Case(name: "no such range", fields: [Header("Range", "bytes=10-")], want: .unsatisfiable),
        Case(name: "a known tag and a range", fields: [range, Header("If-None-Match", "\"a\"")], want: .unchanged),
        Case(name: "a range of this tag", fields: [range, Header("If-Range", "\"a\"")], want: .part(0..<5)),
        Case(name: "a range of another tag", fields: [range, Header("If-Range", "\"b\"")], want: .whole),
        Case(
            name: "a range of a weak tag", fields: [range, Header("If-Range", "W/\"a\"")], tag: "W/\"a\"", want: .whole),
        Case(name: "a range of this date", fields: [range, Header("If-Range", then)], want: .part(0..<5)),
        Case(name: "a range of a later date", fields: [range, Header("If-Range", after)], want: .whole),
        Case(
            name: "an unsatisfiable range of another tag",
            fields: [Header("Range", "bytes=10-"), Header("If-Range", "\"b\"")], want: .whole),
    ]

    @Test("get what the RFC says", arguments: cases)
    func selects(_ example: Case) throws {
        let request = try Request(.get, "/", headers: example.fields)
        let got = Selection(
            request.fields, entityTag: example.tag, lastModified: example.modified, count: 10)
        #expect(got == example.want)
        if !example.fields.isEmpty { #expect(request.fields.hasConditions) }
    }

    struct Comparison: Sendable {
        var first: String
        var second: String
        var isStrong: Bool
        var isWeak: Bool
    }

    // The table of RFC 9110, section 8.8.3.2.
    @Test(
        "compare tags strongly and weakly",
        arguments: [
            Comparison(first: "W/\"1\"", second: "W/\"1\"", isStrong: false, isWeak: true),
            Comparison(first: "W/\"1\"", second: "W/\"2\"", isStrong: false, isWeak: false),
            Comparison(first: "W/\"1\"", second: "\"1\"", isStrong: false, isWeak: true),
            Comparison(first: "\"1\"", second: "\"1\"", isStrong: true, isWeak: true),
        ])
    func compares(_ example: Comparison) throws {
        let first = try #require(EntityTag(example.first))
        let second = try #require(EntityTag(example.second))
        #expect(first.equals(second, strongly: true) == example.isStrong)
        #expect(first.equals(second, strongly: false) == example.isWeak)
    }

    @Test(
        "only 304 is certain before there is a body: a tag that If-Match or If-Range wants may yet come",
        arguments: [
            ("If-None-Match", "\"a\"", true), ("If-None-Match", "\"b\"", false), ("If-Match", "\"a\"", false),
            ("If-Match", "\"b\"", false), ("If-Range", "\"b\"", false),
        ])
    func beforeTheBody(_ name: String, _ value: String, _ isCertain: Bool) throws {
        let request = try Request(.get, "/clip", headers: [Header(name, value), Header("Range", "bytes=0-1")])
        #expect(request.needsNoBody(ofTag: "\"a\"") == isCertain)
    }
}
