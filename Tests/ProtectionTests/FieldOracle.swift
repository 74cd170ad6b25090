/// The field of 256 elements and the evaluation code of wire.md 3, written down anew in its plainest form: multiplication
/// bit by bit, Lagrange's formula term by term.
enum FieldOracle {
    enum Points: CaseIterable { case rizzo, rfc5510, consecutive }

    /// The product of two elements (polynomial 0x11D).
    static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product = 0
        for bit in 0..<8 where right >> bit & 1 == 1 { product ^= Int(left) << bit }
        for bit in stride(from: 14, through: 8, by: -1) where product >> bit & 1 == 1 { product ^= 0x11d << (bit - 8) }
        return UInt8(product)
    }

    static func inverse(_ element: UInt8) -> UInt8 { inverses[Int(element)] }

    /// Of every element, by trying all; 0 has none.
    private static let inverses: [UInt8] = (0...255).map { element in
        (1...255).first { multiply(UInt8($0), UInt8(element)) == 1 }.map { UInt8($0) } ?? 0
    }

    /// The evaluation point of symbol `index`.
    static func point(_ points: Points, _ index: Int) -> UInt8 {
        switch points {
        case .consecutive: return UInt8(index)
        case .rizzo: return index == 0 ? 0 : power(index - 1)
        case .rfc5510: return power(index)
        }
    }

    private static func power(_ exponent: Int) -> UInt8 { (0..<exponent).reduce(1) { value, _ in multiply(value, 2) } }

    /// What source symbols count for in symbol `symbol` of a window of `k`.
    static func row(_ points: Points, k: Int, symbol: Int) -> [UInt8] {
        let places = (0..<k).map { point(points, $0) }
        let target = point(points, symbol)
        return (0..<k).map { source in
            (0..<k).reduce(UInt8(1)) { value, other in
                guard other != source else { return value }
                return multiply(value, multiply(target ^ places[other], inverse(places[source] ^ places[other])))
            }
        }
    }

    /// Repair symbol `symbol` of the source symbols, each of `length` bytes after padding.
    static func repair(_ points: Points, _ sources: [[UInt8]], symbol: Int, length: Int) -> [UInt8] {
        let row = row(points, k: sources.count, symbol: symbol)
        var sum = [UInt8](repeating: 0, count: length)
        for (source, factor) in zip(sources, row) {
            for (place, byte) in source.enumerated() { sum[place] ^= multiply(byte, factor) }
        }
        return sum
    }
}
