/// Linear equations for the coefficients of repair symbols, in echelon form: at most k of them are kept.
struct RowEquations: Sendable {
    /// A window gives at most twice as many equations as there are unknowns, and this many.
    private static let surplus = 64
    /// Distances at which byte positions are taken, so that they are spread over packets of 188 bytes; primes.
    private static let strides = [97, 89]

    /// The numbers of the repair symbols, rising.
    let numbers: [UInt8]
    private let sources: Int
    /// Bytes of a row: k coefficients, then what each repair symbol has there.
    private let width: Int
    /// The row that begins in column c lies at c * width; its first coefficient is 1.
    private var rows: [UInt8]
    private var isThere: [Bool]
    /// How many columns have a row.
    private var rank = 0

    init(sources: Int, numbers: [UInt8]) {
        self.sources = sources
        self.numbers = numbers
        width = sources + numbers.count
        rows = [UInt8](repeating: 0, count: sources * width)
        isThere = [Bool](repeating: false, count: sources)
    }

    /// Takes equations from byte positions of `window`, none before `first` unless there are no others.
    mutating func add(_ window: WholeWindow, from first: Int) {
        let start = first < window.length ? first : 0
        let positions = window.length - start
        guard let step = Self.strides.first(where: { positions % $0 != 0 }) else { return }
        let places = numbers.map { number in window.numbers.firstIndex(of: number) ?? 0 }
        var equation = [UInt8](repeating: 0, count: width)
        for turn in 0..<min(positions, 2 * sources + Self.surplus) where rank < sources {
            let position = start + turn * step % positions
            for source in 0..<sources { equation[source] = window.symbols.byte(of: source, at: position) }
            for (column, place) in places.enumerated() {
                equation[sources + column] = window.repairs.byte(of: place, at: position)
            }
            add(&equation)
        }
    }

    /// Reduces an equation by those that are there, and keeps it when something is left.
    private mutating func add(_ equation: inout [UInt8]) {
        let sources = sources
        let width = width
        let isThere = isThere
        let column: Int? = equation.withUnsafeMutableBufferPointer { buffer in
            rows.withUnsafeMutableBufferPointer { rows in
                guard let base = buffer.baseAddress, let kept = rows.baseAddress else { return nil }
                for column in 0..<sources where base[column] != 0 {
                    let row = kept + column * width
                    if isThere[column] {
                        GaloisField.add(row, times: base[column], to: base, width)
                        continue
                    }
                    let rest = width - column
                    GaloisField.scale(base + column, rest, by: GaloisField.inverse(base[column]))
                    row.update(from: base, count: width)
                    return column
                }
                return nil
            }
        }
        guard let column else { return }
        self.isThere[column] = true
        rank += 1
    }

    /// The coefficients, zeros for repair symbols of other numbers; nil while there are too few equations.
    func rows(repairs: Int) -> LearnedRows? {
        guard rank == sources else { return nil }
        var solved = rows
        for column in stride(from: sources - 1, through: 0, by: -1) {
            for later in (column + 1)..<max(sources, column + 1) {
                let factor = Int(solved[column * width + later])
                guard factor != 0 else { continue }
                for place in sources..<width {
                    solved[column * width + place] ^=
                        GaloisField.products[factor << 8 | Int(solved[later * width + place])]
                }
            }
        }
        var coefficients = [UInt8](repeating: 0, count: repairs * sources)
        for (place, number) in numbers.enumerated() {
            for source in 0..<sources {
                coefficients[Int(number) * sources + source] = solved[source * width + sources + place]
            }
        }
        return LearnedRows(sources: sources, coefficients: coefficients)
    }
}
