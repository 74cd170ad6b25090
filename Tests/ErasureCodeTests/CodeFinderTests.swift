import Bytes
import TestSupport
import Testing

@testable import ErasureCode

@Suite("Code finder")
struct CodeFinderTests {
    /// RTP packets of `count` random bytes behind a header whose last number byte differs from packet to packet.
    private static func packets(_ count: Int, _ length: Int, _ random: inout SeededGenerator) -> [[UInt8]] {
        (0..<count).map { place in
            [0x80, 33, 0, UInt8(place), 1, 2, 3, 4, 9, 9, 9, 9]
                + (12..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }

    private static func points(_ name: CodePoints, _ count: Int) -> [UInt8] {
        switch name {
        case .rizzo: ReferenceCode.rizzo(count)
        case .rfc5510: ReferenceCode.powers(count)
        default: (0..<count).map { UInt8($0) }
        }
    }

    /// What the second implementation makes of packets.
    private static func repairs(_ code: ReferenceCode, _ packets: [[UInt8]], _ count: Int) -> [[UInt8]] {
        (0..<count).map { code.symbol(packets.count + $0, from: Array(packets.indices), packets) }
    }

    @Test("tells the three point sets apart from one window", arguments: CodePoints.named)
    func named(_ points: CodePoints) {
        var random = SeededGenerator(seed: 1)
        let packets = Self.packets(20, 60, &random)
        let reference = ReferenceCode(points: Self.points(points, 23), sources: 20)
        let repairs = Self.repairs(reference, packets, 3)
        var finder = CodeFinder(sources: 20, repairs: 3)
        finder.look(at: SymbolRows(packets), SymbolRows([repairs[2]]), numbers: [2], length: 60)
        #expect(finder.state == .found(FoundCode(points: points, doubtful: 0..<0)))
    }

    @Test(
        "learns the rows of a code that it is not told, and is sure after the next window", arguments: CodePoints.named)
    func learned(_ points: CodePoints) throws {
        var random = SeededGenerator(seed: 2)
        let reference = ReferenceCode(points: Self.points(points, 33), sources: 30)
        var finder = CodeFinder(sources: 30, repairs: 3, candidates: [])
        for window in 0..<2 {
            #expect(finder.state == .searching)
            let packets = Self.packets(30, 100, &random)
            let repairs = Self.repairs(reference, packets, 3)
            // The second window lacks a repair symbol: what is known of the others suffices.
            let numbers: [UInt8] = window == 0 ? [2, 0, 1] : [1, 2]
            finder.look(
                at: SymbolRows(packets), SymbolRows(numbers.map { repairs[Int($0)] }), numbers: numbers, length: 100)
        }
        let rows = (0..<3).flatMap { reference.weights(of: 30 + $0, from: Array(0..<30)) }
        let want = try #require(LearnedRows(sources: 30, coefficients: rows))
        #expect(finder.state == .found(FoundCode(points: .learned(want), doubtful: 0..<0)))
    }

    @Test("puts equations of several windows together, and leaves rows open whose symbols never came")
    func fewEquations() throws {
        var random = SeededGenerator(seed: 3)
        let reference = ReferenceCode(points: Self.points(.consecutive, 44), sources: 40)
        var finder = CodeFinder(sources: 40, repairs: 4, candidates: [])
        // 18 bytes behind the header are 18 equations: three windows for 40 unknowns, and one to be sure.
        for _ in 0..<4 {
            #expect(finder.state == .searching)
            let packets = Self.packets(40, 30, &random)
            let repairs = Self.repairs(reference, packets, 4)
            finder.look(
                at: SymbolRows(packets), SymbolRows([repairs[0], repairs[3]]), numbers: [0, 3], length: 30)
        }
        guard case .found(let code) = finder.state, case .learned(let rows) = code.points else {
            Issue.record("nothing learned: \(finder.state)")
            return
        }
        #expect((0..<4).map { rows.isKnown($0) } == [true, false, false, true])
        #expect(Array(rows.coefficients[..<40]) == reference.weights(of: 40, from: Array(0..<40)))
    }

    /// A sender that writes the RTP timestamp after coding, as one was seen to.
    @Test("forgives header bytes that do not fit, and names them", arguments: [CodePoints.named, []])
    func rewrittenHeader(_ candidates: [CodePoints]) {
        var random = SeededGenerator(seed: 4)
        let reference = ReferenceCode(points: Self.points(.rfc5510, 12), sources: 10)
        var finder = CodeFinder(sources: 10, repairs: 2, candidates: candidates, forgivable: 0..<12)
        var strict = CodeFinder(sources: 10, repairs: 2, candidates: candidates)
        for _ in 0..<2 {
            var packets = Self.packets(10, 80, &random)
            let repairs = Self.repairs(reference, packets, 2)
            for place in packets.indices {
                packets[place].replaceSubrange(4..<8, with: [7, 7, UInt8(place), UInt8(place * 11)])
            }
            finder.look(at: SymbolRows(packets), SymbolRows(repairs), numbers: [0, 1], length: 80)
            strict.look(at: SymbolRows(packets), SymbolRows(repairs), numbers: [0, 1], length: 80)
        }
        guard case .found(let code) = finder.state else {
            Issue.record("nothing found")
            return
        }
        #expect(code.points.name == (candidates.isEmpty ? "learned" : "rfc5510"))
        // Single bytes may fit by chance; none outside the four can fail to.
        #expect(code.doubtful.lowerBound >= 4 && code.doubtful.upperBound == 8)
        #expect(strict.state == .searching)
    }

    /// Every code of points gives the same symbol when all source symbols are the same: interpolation of a constant.
    @Test("waits for another window when several codes fit")
    func ambiguous() {
        var random = SeededGenerator(seed: 5)
        let alike = [[UInt8]](repeating: [1, 2, 3, 4], count: 6)
        var finder = CodeFinder(sources: 6, repairs: 1)
        for _ in 0..<100 { finder.look(at: SymbolRows(alike), SymbolRows([[1, 2, 3, 4]]), numbers: [0], length: 4) }
        #expect(finder.state == .searching)
        let packets = Self.packets(6, 20, &random)
        let reference = ReferenceCode(points: Self.points(.rfc5510, 7), sources: 6)
        finder.look(
            at: SymbolRows(packets), SymbolRows(Self.repairs(reference, packets, 1)), numbers: [0], length: 20)
        #expect(finder.state == .found(FoundCode(points: .rfc5510, doubtful: 0..<0)))
    }

    @Test("takes the first name when codes are the same: with one source symbol all are a repetition")
    func oneSource() {
        var finder = CodeFinder(sources: 1, repairs: 2)
        finder.look(at: SymbolRows([[5, 6]]), SymbolRows([[5, 6]]), numbers: [1], length: 2)
        #expect(finder.state == .found(FoundCode(points: .rizzo, doubtful: 0..<0)))
    }

    @Test("gives up on symbols of no linear code")
    func noise() {
        var random = SeededGenerator(seed: 6)
        var finder = CodeFinder(sources: 8, repairs: 2)
        for _ in 0..<CodeFinder.windowLimit {
            #expect(finder.state == .searching)
            let symbols = Self.packets(10, 64, &random)
            finder.look(
                at: SymbolRows(Array(symbols[..<8])), SymbolRows(Array(symbols[8...])), numbers: [0, 1], length: 64)
        }
        #expect(finder.state == .givenUp)
    }

    @Test("passes over windows that are not whole or not what they say, and impossible sizes")
    func refused() {
        let symbols = [[UInt8]](repeating: [1, 2], count: 3)
        var finder = CodeFinder(sources: 3, repairs: 2)
        finder.look(at: SymbolRows(Array(symbols[..<2])), SymbolRows([[1, 2]]), numbers: [0], length: 2)
        finder.look(at: SymbolRows(symbols), SymbolRows([[1, 2]]), numbers: [2], length: 2)
        finder.look(at: SymbolRows(symbols), SymbolRows([[1, 2]]), numbers: [], length: 2)
        finder.look(at: SymbolRows(symbols), SymbolRows([[1, 2], [1, 2]]), numbers: [1, 1], length: 2)
        finder.look(at: SymbolRows(symbols), SymbolRows([[1, 2, 3]]), numbers: [1], length: 2)
        finder.look(at: SymbolRows(symbols), SymbolRows([[]]), numbers: [1], length: 0)
        #expect(finder.state == .searching)
        for sizes in [(0, 1), (1, 0), (200, 57), (Int.max, 1)] {
            #expect(CodeFinder(sources: sizes.0, repairs: sizes.1).state == .givenUp)
        }
    }
}
