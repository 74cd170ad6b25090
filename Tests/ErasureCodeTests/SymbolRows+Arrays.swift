import Bytes
import ErasureCode

extension SymbolRows {
    /// The symbols of `arrays`, whole, in one slab.
    init(_ arrays: [[UInt8]], headLength: Int = 0) {
        self.init(headLength: headLength)
        let slab = Slab(capacity: arrays.reduce(0) { $0 + $1.count })
        for array in arrays {
            let start = slab.count
            slab.append(array.lent)
            append(slab, start..<slab.count)
        }
    }
}

extension ReedSolomon {
    /// The repair symbols of `symbols`, or nil when refused.
    func repairs(of symbols: [[UInt8]], length: Int, headLength: Int = 0) -> [[UInt8]]? {
        let slab = Slab(capacity: repairs * max(0, length))
        guard encode(SymbolRows(symbols, headLength: headLength), length: length, into: slab) else { return nil }
        return Self.pieces(slab, length)
    }

    /// The missing source symbols, from symbols by their IDs, or nil when refused.
    func rebuilt(_ missing: [UInt8], from symbols: [(UInt8, [UInt8])], length: Int, headLength: Int = 0) -> [[UInt8]]? {
        let slab = Slab(capacity: missing.count * max(0, length))
        let rows = SymbolRows(symbols.map(\.1), headLength: headLength)
        guard rebuild(missing: missing, from: rows, present: symbols.map(\.0), length: length, into: slab) else {
            return slab.count == 0 ? nil : []
        }
        return Self.pieces(slab, length)
    }

    private static func pieces(_ slab: Slab, _ length: Int) -> [[UInt8]] {
        stride(from: 0, to: slab.count, by: length).map { slab.bytes(in: $0..<($0 + length)).copied() }
    }
}
