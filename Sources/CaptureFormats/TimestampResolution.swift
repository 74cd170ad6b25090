/// How long one tick of a stamp is: an `if_tsresol` value (draft-ietf-opsawg-pcapng, section 4.2).
public struct TimestampResolution: RawRepresentable, Hashable, Sendable {
    /// The low seven bits are a negative power, of 2 when the highest bit is set, else of 10.
    public var rawValue: UInt8

    /// The resolution of an `if_tsresol` value; every value is one.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A millionth of a second, which holds when a capture says nothing.
    public static let microseconds = Self(rawValue: 6)
    /// A billionth of a second.
    public static let nanoseconds = Self(rawValue: 9)

    private static let nanosecondsInSecond: UInt64 = 1_000_000_000

    /// The whole nanoseconds in `ticks`, rounded down; the largest number there is when they are more.
    public func nanoseconds(in ticks: UInt64) -> Int64 {
        switch rawValue {
        case 9: return Int64(clamping: ticks)
        case 6: return Self.product(ticks, 1_000)
        case 0..<9: return Self.product(ticks, Self.powerOfTen(9 - Int(rawValue)))
        case 10..<128:
            // 10^20 and more are beyond 64 bits, hence beyond every count of ticks.
            let digits = Int(rawValue) - 9
            return digits > 19 ? 0 : Int64(clamping: ticks / Self.powerOfTen(digits))
        default: return binary(ticks)
        }
    }

    /// How long a tick is, in seconds.
    var tickLength: Double {
        var length = 1.0
        for _ in 0..<rawValue & 0x7f { length /= rawValue < 0x80 ? 10 : 2 }
        return length
    }

    /// `ticks` of 2^-n seconds: their product with 10^9 has up to 94 bits.
    private func binary(_ ticks: UInt64) -> Int64 {
        let power = Int(rawValue & 0x7f)
        let (high, low) = ticks.multipliedFullWidth(by: Self.nanosecondsInSecond)
        guard power < 64 else { return Int64(clamping: high >> UInt64(power - 64)) }
        guard power > 0 else { return high > 0 ? .max : Int64(clamping: low) }
        guard high >> UInt64(power) == 0 else { return .max }
        return Int64(clamping: high << UInt64(64 - power) | low >> UInt64(power))
    }

    private static func product(_ left: UInt64, _ right: UInt64) -> Int64 {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? .max : Int64(clamping: product)
    }

    private static func powerOfTen(_ power: Int) -> UInt64 {
        var value: UInt64 = 1
        for _ in 0..<power { value &*= 10 }
        return value
    }
}

extension TimestampResolution: CustomStringConvertible {
    /// "s", "ms", "us", "ns", "ps", else "10^-n" or "2^-n".
    public var description: String {
        switch rawValue {
        case 0, 0x80: "s"
        case 3: "ms"
        case 6: "us"
        case 9: "ns"
        case 12: "ps"
        case 0..<128: "10^-\(rawValue)"
        default: "2^-\(rawValue & 0x7f)"
        }
    }
}
