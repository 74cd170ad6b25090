/// The coefficients of a systematic code that was found from its symbols: one row for each repair symbol.
public struct LearnedRows: Hashable, Sendable {
    /// Source symbols of a window, k.
    public let sources: Int
    /// Repair symbols of a window, m, known or not.
    public let repairs: Int
    /// The coefficients, row by row: repair symbol j is the sum of `coefficients[j·k + i]` times source symbol i.
    ///
    /// A row of zeros is one that is not known, and its repair symbol is never used.
    public let coefficients: [UInt8]

    /// States the rows; nil when they are not whole rows of 1…255 coefficients, or more than a window has room for.
    public init?(sources: Int, coefficients: [UInt8]) {
        guard (1..<GaloisField.order).contains(sources), !coefficients.isEmpty,
            coefficients.count.isMultiple(of: sources),
            sources + coefficients.count / sources <= GaloisField.order
        else { return nil }
        self.sources = sources
        repairs = coefficients.count / sources
        self.coefficients = coefficients
    }

    /// Whether the row of repair symbol `index` is known.
    public func isKnown(_ index: Int) -> Bool {
        guard (0..<repairs).contains(index) else { return false }
        return coefficients[(index * sources)..<((index + 1) * sources)].contains { $0 != 0 }
    }
}
