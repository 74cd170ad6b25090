import Reports
import Testing
import Timing

/// A number, its decimals, and its text.
struct DecimalCase: Sendable, CustomTestStringConvertible {
    var value: Double
    var digits: Int
    var text: String?

    var testDescription: String { "\(value) with \(digits) decimals" }

    init(_ value: Double, _ digits: Int, _ text: String?) {
        self.value = value
        self.digits = digits
        self.text = text
    }
}

/// A text and its literal.
struct EscapeCase: Sendable, CustomTestStringConvertible {
    var text: String
    var literal: String

    var testDescription: String { literal }
}

/// An instant in nanoseconds and its text.
struct InstantCase: Sendable, CustomTestStringConvertible {
    var nanoseconds: Int64
    var text: String

    var testDescription: String { text }
}

@Suite("Ordered JSON")
struct OrderedJSONTests {
    /// By hand: the product with a power of ten, rounded half away from zero.
    static let decimals = [
        DecimalCase(0, 3, "0.000"), DecimalCase(-0.0, 3, "0.000"), DecimalCase(-0.0004, 3, "0.000"),
        DecimalCase(0.0004, 3, "0.000"), DecimalCase(0.0005, 3, "0.001"), DecimalCase(-0.0005, 3, "-0.001"),
        DecimalCase(0.5, 0, "1"), DecimalCase(-0.5, 0, "-1"), DecimalCase(1.5, 0, "2"), DecimalCase(2.5, 0, "3"),
        DecimalCase(0.125, 2, "0.13"), DecimalCase(-0.125, 2, "-0.13"), DecimalCase(0.1, 4, "0.1000"),
        DecimalCase(0.3, 1, "0.3"), DecimalCase(0.30000000000000004, 4, "0.3000"), DecimalCase(2.675, 2, "2.68"),
        DecimalCase(1.0005, 3, "1.001"), DecimalCase(9.9999, 3, "10.000"), DecimalCase(-12.05, 2, "-12.05"),
        DecimalCase(1e15, 3, "1000000000000000.000"), DecimalCase(1e16, 3, nil), DecimalCase(-1e300, 0, nil),
        DecimalCase(.infinity, 3, nil), DecimalCase(.nan, 3, nil), DecimalCase(1e-300, 9, "0.000000000"),
        DecimalCase(.leastNonzeroMagnitude, 1, "0.0"), DecimalCase(4_503_599_627_370_495.5, 0, "4503599627370496"),
    ]

    @Test("numbers have fixed decimals, rounded half away from zero, never a negative zero", arguments: decimals)
    func decimal(_ example: DecimalCase) {
        #expect(FixedDecimal(example.value, digits: example.digits)?.description == example.text)
        #expect(OrderedJSON.decimal(example.value, digits: example.digits).text == example.text ?? "null")
    }

    @Test("scaled integers are written exactly, to the ends of their range")
    func scaled() {
        #expect(FixedDecimal(scaled: .max, digits: 9).description == "9223372036.854775807")
        #expect(FixedDecimal(scaled: .min, digits: 9).description == "-9223372036.854775808")
        #expect(FixedDecimal(scaled: -5, digits: 3).description == "-0.005")
        #expect(FixedDecimal(scaled: 7, digits: 40).digits == 9)
        #expect(FixedDecimal(scaled: 7, digits: -1).description == "7")
    }

    /// Literals that Python's `json.loads` reads back to the same text.
    static let escapes = [
        EscapeCase(text: "", literal: #""""#),
        EscapeCase(text: "a\"b\\c/d", literal: #""a\"b\\c/d""#),
        EscapeCase(text: "\n\r\t", literal: #""\n\r\t""#),
        EscapeCase(text: "\r\n", literal: #""\r\n""#),
        EscapeCase(text: "\u{0}\u{8}\u{c}\u{1b}\u{1f}", literal: #""\u0000\u0008\u000c\u001b\u001f""#),
        EscapeCase(text: "\u{7f}\u{9f}\u{2028}\u{2029}", literal: #""\u007f\u009f\u2028\u2029""#),
        EscapeCase(text: "Süd 東 😀 e\u{301}", literal: "\"Süd 東 😀 e\u{301}\""),
    ]

    @Test("texts are escaped where they must be and stay UTF-8 elsewhere", arguments: escapes)
    func escape(_ example: EscapeCase) {
        #expect(OrderedJSON.string(example.text).text == example.literal)
    }

    @Test("objects keep the order of their members, and absent members are left out")
    func order() {
        let value: OrderedJSON = [
            "z": .integer(Int.min), "a": .bool(true), "gone": nil, "m": .array([.null, .array([]), .object([])]),
        ]
        #expect(value.text == #"{"z":-9223372036854775808,"a":true,"m":[null,[],{}]}"#)
        #expect(value.document == "{\n \"z\":-9223372036854775808,\n \"a\":true,\n \"m\":[\n  null,\n  [],\n  {}]}\n")
        #expect(OrderedJSON.object([]).document == "{}\n")
    }

    /// From `date -u -d @SECONDS` of GNU coreutils.
    static let instants = [
        InstantCase(nanoseconds: 0, text: "1970-01-01T00:00:00.000000000Z"),
        InstantCase(nanoseconds: -1, text: "1969-12-31T23:59:59.999999999Z"),
        InstantCase(nanoseconds: 951_782_399_000_000_001, text: "2000-02-28T23:59:59.000000001Z"),
        InstantCase(nanoseconds: 951_782_400_000_000_000, text: "2000-02-29T00:00:00.000000000Z"),
        InstantCase(nanoseconds: 1_709_251_199_500_000_000, text: "2024-02-29T23:59:59.500000000Z"),
        InstantCase(nanoseconds: 1_767_225_600_000_000_000, text: "2026-01-01T00:00:00.000000000Z"),
        InstantCase(nanoseconds: 4_107_542_400_000_000_000, text: "2100-03-01T00:00:00.000000000Z"),
        InstantCase(nanoseconds: .max, text: "2262-04-11T23:47:16.854775807Z"),
        InstantCase(nanoseconds: .min, text: "1677-09-21T00:12:43.145224192Z"),
    ]

    @Test("instants are RFC 3339 in UTC with nine decimals", arguments: instants)
    func instant(_ example: InstantCase) {
        #expect(StreamTime(nanoseconds: example.nanoseconds).rfc3339 == example.text)
    }
}
