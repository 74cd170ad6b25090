import Bytes
import ErasureCode
import Foundation
import TestSupport
import Testing

@Suite("Reed-Solomon")
struct ReedSolomonTests {
    /// Eight parts of 1 250 windows; `make soak` sets SVM_SOAK to multiply them.
    static let windows = 1_250 * (ProcessInfo.processInfo.environment["SVM_SOAK"].flatMap(Int.init) ?? 1)

    private static func symbols(_ count: Int, _ length: Int, _ random: inout SeededGenerator) -> [[UInt8]] {
        (0..<count).map { _ in (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    }

    @Test("recovers a window exactly when as many repair symbols came as source symbols are lost", arguments: 1...8)
    func maximumDistance(_ part: Int) throws {
        var random = SeededGenerator(seed: UInt64(part))
        let points = CodePoints.named[part % 3]
        var failures = 0
        // A code for every twenty windows: making its matrix takes longer than a window.
        for _ in 0..<(Self.windows / 20) {
            let k = Int.random(in: 1...40, using: &random)
            let r = Int.random(in: 1...20, using: &random)
            let code = try #require(ReedSolomon(points: points, sources: k, repairs: r))
            let sources = Self.symbols(k, Int.random(in: 1...32, using: &random), &random)
            let all = sources + (try #require(code.repairs(of: sources, length: sources[0].count)))
            for _ in 0..<20 {
                // Around the border between what can be and what cannot.
                let lost = Int.random(in: 1...min(k, r + 2), using: &random)
                let came = Int.random(in: max(0, lost - 2)...r, using: &random)
                let missing = (0..<k).shuffled(using: &random).prefix(lost).map { UInt8($0) }
                let present =
                    ((0..<k).filter { !missing.contains(UInt8($0)) }
                    + (k..<(k + r)).shuffled(using: &random).prefix(came)).shuffled(using: &random)
                let rebuilt = code.rebuilt(
                    missing, from: present.map { (UInt8($0), all[$0]) }, length: sources[0].count)
                if rebuilt != (came >= lost ? missing.map { sources[Int($0)] } : nil) { failures += 1 }
            }
        }
        #expect(failures == 0)
    }

    @Test("recovers every pattern of a small window", arguments: CodePoints.named)
    func everyPattern(_ points: CodePoints) throws {
        var random = SeededGenerator(seed: 9)
        for k in 1...5 {
            let r = 7 - k
            let code = try #require(ReedSolomon(points: points, sources: k, repairs: r))
            let sources = Self.symbols(k, 5, &random)
            let all = sources + (try #require(code.repairs(of: sources, length: 5)))
            for pattern in 0..<(1 << 7) {
                let present = (0..<7).filter { pattern & 1 << $0 != 0 }
                let missing = (0..<k).filter { pattern & 1 << $0 == 0 }.map { UInt8($0) }
                let rebuilt = code.rebuilt(missing, from: present.map { (UInt8($0), all[$0]) }, length: 5)
                let want = missing.map { sources[Int($0)] }
                #expect(rebuilt == (present.count >= k || missing.isEmpty ? want : nil))
            }
        }
    }

    /// The second implementation in these tests, at sizes up to the ends of the point sets.
    @Test("gives what a loop over single bytes gives", arguments: CodePoints.named)
    func reference(_ points: CodePoints) throws {
        var random = SeededGenerator(seed: 10)
        for (k, r) in [(1, 1), (2, 3), (17, 5), (64, 16), (100, 5), (63, 2), (65, 2)] {
            let evaluation =
                switch points {
                case .rizzo: ReferenceCode.rizzo(k + r)
                case .rfc5510: ReferenceCode.powers(k + r)
                default: (0..<(k + r)).map { UInt8($0) }
                }
            let reference = ReferenceCode(points: evaluation, sources: k)
            let code = try #require(ReedSolomon(points: points, sources: k, repairs: r))
            let sources = Self.symbols(k, 7, &random)
            let repairs = try #require(code.repairs(of: sources, length: 7))
            for repair in [0, r - 1] {
                #expect(repairs[repair] == reference.symbol(k + repair, from: Array(0..<k), sources))
            }
        }
    }

    @Test("works up to the last point and refuses one more", arguments: CodePoints.named)
    func limits(_ points: CodePoints) throws {
        var random = SeededGenerator(seed: 11)
        #expect(points.symbolLimit == (points == .rfc5510 ? 255 : 256))
        for k in [1, 2, 100, 128, 200, points.symbolLimit - 1] {
            let r = points.symbolLimit - k
            #expect(ReedSolomon(points: points, sources: k, repairs: r + 1) == nil)
            let code = try #require(ReedSolomon(points: points, sources: k, repairs: r))
            let sources = Self.symbols(k, 3, &random)
            let repairs = try #require(code.repairs(of: sources, length: 3))
            // As many as can be lost, replaced by the last repair symbols.
            let lost = min(k, r)
            let arrived =
                (lost..<k).map { (UInt8($0), sources[$0]) }
                + ((r - lost)..<r).map { (UInt8(k + $0), repairs[$0]) }
            #expect(code.rebuilt((0..<lost).map { UInt8($0) }, from: arrived, length: 3) == Array(sources[..<lost]))
        }
        for (k, r) in [(0, 1), (1, 0), (-1, 3), (3, -1), (256, 1), (Int.max, Int.max)] {
            #expect(ReedSolomon(points: points, sources: k, repairs: r) == nil)
        }
    }

    @Test("goes on in zeros behind short symbols, whatever their lengths", arguments: [0, 3])
    func shortSymbols(_ headLength: Int) throws {
        var random = SeededGenerator(seed: 12)
        let lengths = [0, 1, 3, 64, 700, 699, 40, 700, 2]
        let code = try #require(ReedSolomon(points: .rizzo, sources: 9, repairs: 3))
        let sources = lengths.map { Self.symbols(1, $0, &random)[0] }
        let padded = sources.map { $0 + [UInt8](repeating: 0, count: 703 - $0.count) }
        let repairs = try #require(code.repairs(of: sources, length: 703, headLength: headLength))
        #expect(repairs == code.repairs(of: padded, length: 703))
        let arrived =
            [0, 2, 4, 6, 7, 8].map { (UInt8($0), sources[$0]) } + (0..<3).map { (UInt8(9 + $0), repairs[$0]) }
        #expect(
            code.rebuilt([1, 3, 5], from: arrived, length: 703, headLength: headLength)
                == [padded[1], padded[3], padded[5]])
    }

    @Test("works on symbols longer than one stripe")
    func longSymbols() throws {
        var random = SeededGenerator(seed: 13)
        let code = try #require(ReedSolomon(points: .rizzo, sources: 2, repairs: 1))
        let sources = [Self.symbols(1, 20_000, &random)[0], Self.symbols(1, 9_000, &random)[0]]
        let repairs = try #require(code.repairs(of: sources, length: 20_000))
        let zeros = [UInt8](repeating: 0, count: 11_000)
        #expect(
            code.rebuilt([1], from: [(0, sources[0]), (2, repairs[0])], length: 20_000) == [sources[1] + zeros])
    }

    @Test("refuses symbols that do not make a window")
    func refused() throws {
        let code = try #require(ReedSolomon(points: .rizzo, sources: 3, repairs: 2))
        let symbols: [[UInt8]] = [[1, 2], [3, 4], [5, 6]]
        let repairs = try #require(code.repairs(of: symbols, length: 2))
        #expect(code.repairs(of: Array(symbols[..<2]), length: 2) == nil)
        #expect(code.repairs(of: symbols + [[1, 2]], length: 2) == nil)
        #expect(code.repairs(of: symbols, length: 1) == nil)
        #expect(code.repairs(of: [[], [], []], length: 0) == nil)
        #expect(!code.encode(SymbolRows(symbols), length: 2, into: Slab(capacity: 3)))

        let whole = [(UInt8(0), symbols[0]), (1, symbols[1]), (3, repairs[0])]
        #expect(code.rebuilt([2], from: whole, length: 2) == [symbols[2]])
        #expect(code.rebuilt([], from: whole, length: 2) == [])
        // Too few, an unknown symbol, one twice, one both here and missing, one missing twice, a repair symbol missing.
        #expect(code.rebuilt([2], from: Array(whole[..<2]), length: 2) == nil)
        #expect(code.rebuilt([2], from: whole + [(5, symbols[0])], length: 2) == nil)
        #expect(code.rebuilt([2], from: whole + [(1, symbols[1])], length: 2) == nil)
        #expect(code.rebuilt([1], from: whole, length: 2) == nil)
        #expect(code.rebuilt([2, 2], from: whole, length: 2) == nil)
        #expect(code.rebuilt([4], from: whole, length: 2) == nil)
        #expect(code.rebuilt([2], from: whole, length: 1) == nil)
        let slab = Slab(capacity: 1)
        #expect(
            !code.rebuild(missing: [2], from: SymbolRows(whole.map(\.1)), present: [0, 1, 3], length: 2, into: slab))
        #expect(!code.rebuild(missing: [2], from: SymbolRows(symbols), present: [0, 1], length: 2, into: slab))
    }

    /// Lengths, IDs and sizes as a hostile sender may choose them: refused or done, never more bytes than promised.
    @Test("bears any combination of symbols, IDs and lengths")
    func hostile() throws {
        var random = SeededGenerator(seed: 14)
        for turn in 0..<3_000 {
            let k = Int.random(in: 1...12, using: &random)
            let r = Int.random(in: 1...8, using: &random)
            let rows = try #require(
                LearnedRows(
                    sources: k, coefficients: (0..<(k * r)).map { _ in UInt8.random(in: 0...2, using: &random) }))
            let points = turn % 2 == 0 ? CodePoints.learned(rows) : CodePoints.named[turn % 3]
            let code = try #require(ReedSolomon(points: points, sources: k, repairs: r))
            let headLength = Int.random(in: -1...5, using: &random)
            let symbols = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                Self.symbols(1, Int.random(in: 0...6, using: &random), &random)[0]
            }
            let length = Int.random(in: -1...8, using: &random)
            let slab = Slab(capacity: Int.random(in: 0...80, using: &random))
            let isEncoded = code.encode(SymbolRows(symbols, headLength: headLength), length: length, into: slab)
            #expect(slab.count == (isEncoded ? r * length : 0))
            let before = slab.count
            let missing = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                UInt8.random(in: 0...13, using: &random)
            }
            let isRebuilt = code.rebuild(
                missing: missing, from: SymbolRows(symbols, headLength: headLength),
                present: symbols.map { _ in UInt8.random(in: 0...22, using: &random) }, length: length, into: slab)
            #expect(slab.count == before + (isRebuilt ? missing.count * length : 0))
        }
    }

    @Test("uses learned rows, and looks among more repair symbols for some that suffice")
    func learnedRows() throws {
        // s0 + s1 twice over, then s1 + s2; nothing is known of the last row.
        let rows = try #require(LearnedRows(sources: 3, coefficients: [1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0]))
        let code = try #require(ReedSolomon(points: .learned(rows), sources: 3, repairs: 4))
        #expect(CodePoints.learned(rows).name == "learned")
        let symbols: [[UInt8]] = [[1], [2], [4]]
        let repairs: [[UInt8]] = [[3], [3], [6], [0]]
        #expect(code.repairs(of: symbols, length: 1) == repairs)
        let last = (UInt8(2), symbols[2])
        let sums = repairs.enumerated().map { (UInt8(3 + $0.offset), $0.element) }
        #expect(code.rebuilt([0, 1], from: [last, sums[3], sums[0], sums[1], sums[2]], length: 1) == [[1], [2]])
        #expect(code.rebuilt([1, 0], from: [sums[2], last, sums[1]], length: 1) == [[2], [1]])
        #expect(code.rebuilt([0, 1], from: [last, sums[0], sums[1]], length: 1) == nil)
        #expect(code.rebuilt([0, 1], from: [last, sums[0], sums[3]], length: 1) == nil)
        #expect(ReedSolomon(points: .learned(rows), sources: 2, repairs: 1) == nil)
        #expect(ReedSolomon(points: .learned(rows), sources: 3, repairs: 5) == nil)
        #expect(LearnedRows(sources: 3, coefficients: [1, 2]) == nil)
        #expect(LearnedRows(sources: 0, coefficients: []) == nil)
    }

    @Test("knows its names", arguments: ["rizzo", "rfc5510", "consecutive"])
    func names(_ name: String) throws {
        let points = try #require(CodePoints(name: name))
        #expect(points.name == name)
        #expect(CodePoints(name: "learned") == nil && CodePoints(name: name.uppercased()) == nil)
    }
}
