/// A Reed-Solomon code written a second time, slowly, sharing nothing with the code under test.
///
/// Products by shifting and adding, interpolation as it stands in textbooks, byte by byte.
struct ReferenceCode {
    /// The evaluation points, source symbols first.
    let points: [UInt8]
    let sources: Int
    private let table: [[UInt8]]
    private let inverses: [UInt8]

    init(points: [UInt8], sources: Int) {
        self.points = points
        self.sources = sources
        let table = (0..<256).map { left in (0..<256).map { Self.product(UInt8(left), UInt8($0)) } }
        inverses = table.map { UInt8($0.firstIndex(of: 1) ?? 0) }
        self.table = table
    }

    /// 0, 1, 2, 4, 8, … as Rizzo's codec has them.
    static func rizzo(_ count: Int) -> [UInt8] { [0] + powers(count - 1) }

    /// 1, 2, 4, 8, … as the text of RFC 5510 has them.
    static func powers(_ count: Int) -> [UInt8] {
        var points: [UInt8] = []
        var power: UInt8 = 1
        for _ in 0..<count {
            points.append(power)
            power = product(power, 2)
        }
        return points
    }

    /// Multiplication of polynomials modulo x⁸ + x⁴ + x³ + x² + 1.
    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var sum = 0
        for bit in 0..<8 where right & (1 << bit) != 0 { sum ^= Int(left) << bit }
        for bit in stride(from: 14, through: 8, by: -1) where sum & (1 << bit) != 0 { sum ^= 0x11D << (bit - 8) }
        return UInt8(sum)
    }

    /// The weights that give the value at point `place` from the values at the points `known`.
    func weights(of place: Int, from known: [Int]) -> [UInt8] {
        known.map { one in
            var above: UInt8 = 1
            var below: UInt8 = 1
            for other in known where other != one {
                above = table[Int(above)][Int(points[place] ^ points[other])]
                below = table[Int(below)][Int(points[one] ^ points[other])]
            }
            return table[Int(above)][Int(inverses[Int(below)])]
        }
    }

    /// The symbol at point `place` from k symbols, of equal length, at the points `known`.
    func symbol(_ place: Int, from known: [Int], _ symbols: [[UInt8]]) -> [UInt8] {
        let weights = weights(of: place, from: known)
        return symbols[0].indices.map { byte in
            zip(weights, symbols).reduce(0) { $0 ^ table[Int($1.0)][Int($1.1[byte])] }
        }
    }
}
