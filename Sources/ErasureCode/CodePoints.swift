/// Which Reed-Solomon code: where the polynomial through a window's source symbols is evaluated, or rows found otherwise.
///
/// With points p₀, p₁, … the source symbols are the values at p₀ … p(k-1) of a polynomial of degree below k, and repair
/// symbol j is its value at p(k+j). Over the field of 256 elements with the polynomial 0x11D and α = 2.
public enum CodePoints: Hashable, Sendable {
    /// 0, α⁰, α¹, α², …: Rizzo's, which every deployed codec of RFC 5510 uses.
    case rizzo
    /// α⁰, α¹, α², …: the text of RFC 5510, section 8.2.1.
    case rfc5510
    /// 0, 1, 2, 3, …
    case consecutive
    /// Rows of coefficients that were found from complete windows, for codes of no known points.
    case learned(LearnedRows)

    /// The codes that have a name and points, in the order in which they are tried.
    public static let named: [CodePoints] = [.rizzo, .rfc5510, .consecutive]

    /// The code that announcements and options call `name`; nil when it is none of `rizzo`, `rfc5510`, `consecutive`.
    public init?(name: String) {
        guard let points = Self.named.first(where: { $0.name == name }) else { return nil }
        self = points
    }

    /// What reports call it: `rizzo`, `rfc5510`, `consecutive` or `learned`.
    public var name: String {
        switch self {
        case .rizzo: "rizzo"
        case .rfc5510: "rfc5510"
        case .consecutive: "consecutive"
        case .learned: "learned"
        }
    }

    /// At most this many symbols, source and repair, make one window: as many as there are points.
    public var symbolLimit: Int {
        switch self {
        case .rizzo, .consecutive, .learned: 256
        case .rfc5510: 255
        }
    }

    var isLearned: Bool {
        if case .learned = self { true } else { false }
    }

    /// The first `count` points, at most `symbolLimit`; none for learned rows.
    func points(_ count: Int) -> [UInt8] {
        switch self {
        case .rizzo: [0] + Self.powers(count - 1)
        case .rfc5510: Self.powers(count)
        case .consecutive: (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        case .learned: []
        }
    }

    private static func powers(_ count: Int) -> [UInt8] {
        var power: UInt8 = 1
        return (0..<count).map { _ in
            defer { power = GaloisField.products[2 * GaloisField.order + Int(power)] }
            return power
        }
    }
}
