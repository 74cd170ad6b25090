import ErasureCode

/// The Reed-Solomon codes of the block lengths met last: making one takes longer than using it.
struct CodeShelf: Sendable {
    private static let limit = 8
    /// The one used last stands last.
    private var codes: [ReedSolomon] = []

    /// The code of blocks of `count` source symbols, with all repair symbols that there can be (RFC 5510, section 8).
    mutating func code(of count: Int) -> ReedSolomon? {
        if let last = codes.last, last.sources == count { return last }
        if let place = codes.firstIndex(where: { $0.sources == count }) {
            let code = codes.remove(at: place)
            codes.append(code)
            return code
        }
        // The points that every deployed codec uses, whatever the RFC's text says.
        let points = CodePoints.rizzo
        guard let code = ReedSolomon(points: points, sources: count, repairs: points.symbolLimit - count) else {
            return nil
        }
        if codes.count == Self.limit { codes.removeFirst() }
        codes.append(code)
        return code
    }
}
