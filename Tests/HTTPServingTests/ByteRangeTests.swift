import Testing

@testable import HTTPServing

@Suite("Range")
struct ByteRangeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var field: String
        var count = 10_000
        var want: ByteRange

        var testDescription: String { "\(field) of \(count)" }
    }

    // The examples of RFC 9110, section 14.1.2, for a body of 10 000 bytes, and that of section 14.4; the rest follows from
    // the grammar of section 14.1.
    static let cases = [
        Case(field: "bytes=0-499", want: .part(0..<500)),
        Case(field: "bytes=500-999", want: .part(500..<1000)),
        Case(field: "bytes=-500", want: .part(9500..<10_000)),
        Case(field: "bytes=9500-", want: .part(9500..<10_000)),
        Case(field: "bytes=0-0,-1", want: .whole),
        Case(field: "bytes= 0-999, 4500-5499, -1000", want: .whole),
        Case(field: "bytes=500-600,601-999", want: .whole),
        Case(field: "bytes=42-1233", count: 1234, want: .part(42..<1234)),
        Case(field: "bytes=0-1", count: 1_400_000, want: .part(0..<2)),
        Case(field: "BYTES=1-1", want: .part(1..<2)),
        Case(field: "bytes=0-20000", want: .part(0..<10_000)),
        Case(field: "bytes=9999-", want: .part(9999..<10_000)),
        Case(field: "bytes=-20000", want: .part(0..<10_000)),
        Case(field: "bytes=10000-", want: .unsatisfiable),
        Case(field: "bytes=10000-10001", want: .unsatisfiable),
        Case(field: "bytes=-0", want: .unsatisfiable),
        Case(field: "bytes=0-", count: 0, want: .unsatisfiable),
        Case(field: "bytes=-5", count: 0, want: .whole),
        Case(field: "bytes=0-99999999999999999999999999", want: .part(0..<10_000)),
        Case(field: "bytes=99999999999999999999999999-", want: .unsatisfiable),
        Case(field: "bytes=5-4", want: .whole),
        Case(field: "bytes=-", want: .whole),
        Case(field: "bytes=", want: .whole),
        Case(field: "bytes=a-b", want: .whole),
        Case(field: "bytes=1", want: .whole),
        Case(field: "bytes=1--2", want: .whole),
        Case(field: "bytes=+1-2", want: .whole),
        Case(field: "items=0-5", want: .whole),
        Case(field: "bytes", want: .whole),
        Case(field: "", want: .whole),
        Case(field: "bytes= 1-2 ,", want: .part(1..<3)),
    ]

    @Test("asks for what the RFC says", arguments: cases)
    func parses(_ example: Case) {
        #expect(ByteRange(example.field, of: example.count) == example.want)
    }
}
