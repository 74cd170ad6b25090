/// The rows that make repair symbols: row j, column i is what source symbol i counts for in repair symbol j.
struct GeneratorMatrix: Sendable {
    let sources: Int
    let repairs: Int
    /// Bytes from one row to the next: rows are padded with zeros, so that kernels may work on them as on symbols.
    let stride: Int
    let bytes: [UInt8]

    /// The matrix of a code; nil when the window would have no source or repair symbol, or more symbols than points.
    init?(_ points: CodePoints, sources: Int, repairs: Int) {
        guard sources >= 1, repairs >= 1, sources <= points.symbolLimit, repairs <= points.symbolLimit - sources
        else { return nil }
        self.sources = sources
        self.repairs = repairs
        stride = Self.stride(of: sources)
        if case .learned(let rows) = points {
            guard rows.sources == sources, repairs <= rows.repairs else { return nil }
            var padded = [UInt8](repeating: 0, count: repairs * stride)
            for row in 0..<repairs {
                for column in 0..<sources {
                    padded[row * stride + column] = rows.coefficients[row * sources + column]
                }
            }
            bytes = padded
        } else {
            bytes = Self.interpolation(points.points(sources + repairs), sources, repairs, stride)
        }
    }

    /// Bytes that a row of `count` coefficients takes.
    static func stride(of count: Int) -> Int { (count + 63) & ~63 }

    /// Lagrange's interpolation of the values at the first `sources` points, evaluated at the others.
    ///
    /// With wᵢ = Π(pᵢ - pₘ) over m ≠ i and P(x) = Π(x - pₘ), the coefficient is P(pⱼ) / (wᵢ·(pⱼ - pᵢ)).
    private static func interpolation(_ points: [UInt8], _ sources: Int, _ repairs: Int, _ stride: Int) -> [UInt8] {
        let products = GaloisField.products
        func product(_ left: UInt8, _ right: UInt8) -> UInt8 { products[Int(left) << 8 | Int(right)] }
        let weights = (0..<sources).map { place in
            var weight: UInt8 = 1
            for other in 0..<sources where other != place { weight = product(weight, points[place] ^ points[other]) }
            return weight
        }
        var bytes = [UInt8](repeating: 0, count: repairs * stride)
        for row in 0..<repairs {
            let point = points[sources + row]
            var whole: UInt8 = 1
            for source in 0..<sources { whole = product(whole, point ^ points[source]) }
            for source in 0..<sources {
                let divisor = product(weights[source], point ^ points[source])
                bytes[row * stride + source] = product(whole, GaloisField.inverse(divisor))
            }
        }
        return bytes
    }
}
