/// A number with a fixed count of decimals, held as an integer: the same text on every machine.
///
/// A `Double` is multiplied by ten to the number of decimals and the product rounded to the nearest integer, halves away
/// from zero. There is no negative zero.
public struct FixedDecimal: Hashable, Sendable, CustomStringConvertible {
    /// The number times ten to the power of `digits`.
    public let scaled: Int64
    /// How many decimals are written.
    public let digits: Int

    /// The most decimals a number can have.
    public static let digitLimit = 9

    /// `scaled` divided by ten to the power of `digits`, which is held within 0…9.
    public init(scaled: Int64, digits: Int) {
        self.scaled = scaled
        self.digits = min(max(digits, 0), Self.digitLimit)
    }

    /// `value` rounded to `digits` decimals; nil when it is not finite or too large for an exact text.
    public init?(_ value: Double, digits: Int) {
        let digits = min(max(digits, 0), Self.digitLimit)
        let product = value * Double(Self.power(digits))
        guard let scaled = Int64(exactly: product.rounded(.toNearestOrAwayFromZero)) else { return nil }
        self.init(scaled: scaled, digits: digits)
    }

    /// "-12.500": all decimals, never an exponent.
    public var description: String {
        let power = Self.power(digits)
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: power)
        let sign = scaled < 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        let decimals = String(rest)
        return "\(sign)\(whole).\(String(repeating: "0", count: digits - decimals.count))\(decimals)"
    }

    private static func power(_ digits: Int) -> UInt64 { (0..<digits).reduce(1) { power, _ in power * 10 } }
}
