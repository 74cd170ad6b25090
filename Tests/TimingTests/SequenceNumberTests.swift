import Testing
import Timing

@Suite("Sequence numbers")
struct SequenceNumberTests {
    /// The distance of RFC 1982 by division: the remainder nearest to 0, -32768 where both ways are equal.
    static func distance(_ from: Int, _ to: Int) -> Int {
        let forward = ((to - from) % 65_536 + 65_536) % 65_536
        return forward >= 32_768 ? forward - 65_536 : forward
    }

    @Test(
        "are as far apart as the short way round is, for every pair of a few numbers with all",
        arguments: [
            0, 1, 2, 32_767, 32_768, 32_769, 65_534, 65_535,
        ])
    func distances(_ reference: Int) {
        let start = SequenceNumber(UInt16(reference))
        var wrong: [Int] = []
        for value in 0...65_535 {
            let number = SequenceNumber(UInt16(value))
            let want = Self.distance(reference, value)
            if number.distance(from: start) != want { wrong.append(value) }
            if start.advanced(by: want) != number { wrong.append(value) }
        }
        #expect(wrong.isEmpty)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var number: UInt16
        var reference: Int64
        var extended: Int64
        var testDescription: String { "\(number) near \(reference)" }
    }

    // By hand: the number congruent modulo 65 536 that is nearest.
    static let cases = [
        Case(number: 0, reference: 65_535, extended: 65_536),
        Case(number: 65_535, reference: 65_536, extended: 65_535),
        Case(number: 65_535, reference: 0, extended: -1),
        Case(number: 5, reference: 1_000_000, extended: 983_045),
        Case(number: 16_960, reference: 1_000_000, extended: 1_000_000),
        Case(number: 32_767, reference: 0, extended: 32_767),
        Case(number: 32_768, reference: 0, extended: -32_768),
        Case(number: 0, reference: -3, extended: 0),
        Case(number: 65_533, reference: -3, extended: -3),
    ]

    @Test("are extended to the nearest number", arguments: cases)
    func extends(_ example: Case) {
        #expect(SequenceNumber(example.number).extended(nearest: example.reference) == example.extended)
    }

    @Test("run on through every wrap when each is extended by the one before")
    func running() {
        var reference: Int64 = 65_000
        for step in 1...200_000 {
            reference = SequenceNumber(UInt16(truncatingIfNeeded: 65_000 + step)).extended(nearest: reference)
            if reference != Int64(65_000 + step) { break }
        }
        #expect(reference == 265_000)
    }

    @Test("go round the circle however far they are moved, and never stop the program")
    func extremes() {
        #expect(SequenceNumber(5).advanced(by: -6).rawValue == 65_535)
        #expect(SequenceNumber(5).advanced(by: 65_536 * 3).rawValue == 5)
        #expect(SequenceNumber(0).advanced(by: .max).rawValue == 65_535)
        #expect(SequenceNumber(1).advanced(by: .max).rawValue == 0)
        #expect(SequenceNumber(0).advanced(by: .min).rawValue == 0)
        _ = SequenceNumber(0).extended(nearest: .max)
        _ = SequenceNumber(40_000).extended(nearest: .min)
    }
}
