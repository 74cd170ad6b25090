import Bytes

/// Finds out which code made a sender's repair symbols, from windows that arrived whole.
///
/// The codes with a name are tried first. When none fits, the rows are learned: every byte position of a window is a linear
/// equation for the k coefficients of each repair symbol. Learned rows must reproduce the window that they come from and
/// the next one. The work of a window and the number of windows are bounded.
public struct CodeFinder: Sendable {
    /// Where the search stands.
    public enum State: Hashable, Sendable {
        /// Another whole window with repair symbols is wanted.
        case searching
        /// The code is known.
        case found(FoundCode)
        /// Too many windows fitted nothing: the repair symbols are of no systematic linear code, or damaged.
        case givenUp
    }

    /// After this many windows that fitted nothing the search ends.
    public static let windowLimit = 16
    /// Longer symbols are not looked at.
    public static let lengthLimit = 9_216

    /// Source symbols of a window, k.
    public let sources: Int
    /// Repair symbols of a window, m.
    public let repairs: Int
    /// Byte positions that may disagree: a sender may have written these after coding.
    public let forgivable: Range<Int>
    /// Where the search stands.
    public private(set) var state = State.searching

    private let candidates: [CodePoints]
    private let learns: Bool
    private var fruitless = 0
    private var equations: RowEquations?
    /// Rows that reproduced one window and wait for the next.
    private var pending: LearnedRows?

    /// A search among `candidates`, then, if it `learns`, for rows of no known points.
    ///
    /// Windows have `sources` and `repairs` symbols; at the byte positions `forgivable`, such as an RTP header's, repair
    /// symbols and packets may disagree.
    public init(
        sources: Int, repairs: Int, candidates: [CodePoints] = CodePoints.named, learns: Bool = true,
        forgivable: Range<Int> = 0..<0
    ) {
        self.sources = sources
        self.repairs = repairs
        self.candidates = candidates
        self.learns = learns
        self.forgivable = forgivable
        let sizes = 1..<GaloisField.order
        if !sizes.contains(sources) || !sizes.contains(repairs) || sources + repairs > GaloisField.order {
            state = .givenUp
        }
    }

    /// Looks at a window of `length` byte symbols: all k source symbols in order, and repair symbols with their numbers
    /// from 0 on; nothing happens when they are not that, or the search is over.
    public mutating func look(at symbols: SymbolRows, _ repairSymbols: SymbolRows, numbers: [UInt8], length: Int) {
        guard state == .searching, symbols.count == sources, !numbers.isEmpty, numbers.count == repairSymbols.count,
            length >= 1, length <= Self.lengthLimit, symbols.length <= length, repairSymbols.length <= length,
            Set(numbers).count == numbers.count, numbers.allSatisfy({ $0 < repairs })
        else { return }
        let window = WholeWindow(symbols: symbols, repairs: repairSymbols, numbers: numbers, length: length)
        let fitting = candidates.compactMap { fit($0, window) }
        if let first = fitting.first {
            // A window of symbols that are alike fits several codes: another one will tell, unless they are the same.
            if fitting.dropFirst().allSatisfy({ isSame($0.points, first.points) }) { state = .found(first) }
            return
        }
        if learns, let rows = pending {
            if let found = fit(.learned(rows), window), numbers.contains(where: { rows.isKnown(Int($0)) }) {
                state = .found(found)
                return
            }
            pending = nil
        }
        if learns { learn(window) }
        fruitless += 1
        if fruitless >= Self.windowLimit { state = .givenUp }
    }

    /// Whether the two codes have the same rows.
    private func isSame(_ left: CodePoints, _ right: CodePoints) -> Bool {
        guard let left = GeneratorMatrix(left, sources: sources, repairs: repairs),
            let right = GeneratorMatrix(right, sources: sources, repairs: repairs)
        else { return false }
        return left.bytes == right.bytes
    }

    /// What is found when `points` reproduce the window's repair symbols; nil when they do not.
    private func fit(_ points: CodePoints, _ window: WholeWindow) -> FoundCode? {
        guard let code = ReedSolomon(points: points, sources: sources, repairs: repairs) else { return nil }
        let slab = Slab(capacity: repairs * window.length)
        guard code.encode(window.symbols, length: window.length, into: slab) else { return nil }
        var doubtful = 0..<0
        for (place, number) in window.numbers.enumerated() {
            if case .learned(let rows) = points, !rows.isKnown(Int(number)) { continue }
            let start = Int(number) * window.length
            let made = slab.bytes(in: start..<(start + window.length))
            for position in 0..<window.length
            where made.byte(at: position) != window.repairs.byte(of: place, at: position) {
                guard forgivable.contains(position) else { return nil }
                doubtful =
                    doubtful.isEmpty
                    ? position..<(position + 1)
                    : min(doubtful.lowerBound, position)..<max(doubtful.upperBound, position + 1)
            }
        }
        return FoundCode(points: points, doubtful: doubtful)
    }

    /// Adds the window's equations, and keeps the rows when there are enough of them and they reproduce this window.
    private mutating func learn(_ window: WholeWindow) {
        // Equations of several windows go together only for the same repair symbols.
        let numbers = window.numbers.sorted()
        if equations?.numbers != numbers { equations = RowEquations(sources: sources, numbers: numbers) }
        equations?.add(window, from: forgivable.upperBound)
        guard let rows = equations?.rows(repairs: repairs) else { return }
        equations = nil
        if fit(.learned(rows), window) != nil { pending = rows }
    }
}
