/// A length of stream time in nanoseconds; may be negative.
public struct StreamDuration: Hashable, Comparable, Sendable {
    /// The length in nanoseconds.
    public var nanoseconds: Int64

    /// A length of `nanoseconds`.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// A length of `milliseconds`; stops at the ends of the range, 292 years.
    public init(milliseconds: Int64) { nanoseconds = Self.product(milliseconds, 1_000_000) }

    /// A length of whole `seconds`; stops at the ends of the range, 292 years.
    public init(seconds: Int64) { nanoseconds = Self.product(seconds, 1_000_000_000) }

    private static func product(_ count: Int64, _ unit: Int64) -> Int64 {
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        return overflow ? (count < 0 ? .min : .max) : product
    }

    /// Nothing.
    public static var zero: Self { Self(nanoseconds: 0) }

    /// The length in milliseconds, with decimals.
    public var milliseconds: Double { Double(nanoseconds) / 1e6 }

    /// The length in seconds, with decimals.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Orders lengths, shorter first.
    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The sum of two lengths; wraps only beyond 292 years.
    public static func + (left: Self, right: Self) -> Self { Self(nanoseconds: left.nanoseconds &+ right.nanoseconds) }

    /// The difference of two lengths; wraps only beyond 292 years.
    public static func - (left: Self, right: Self) -> Self { Self(nanoseconds: left.nanoseconds &- right.nanoseconds) }

    /// `count` times the length; wraps only beyond 292 years.
    public static func * (length: Self, count: Int64) -> Self { Self(nanoseconds: length.nanoseconds &* count) }
}
