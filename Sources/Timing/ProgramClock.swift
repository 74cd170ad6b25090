/// A program clock reference in units of 1/27000000 s (ISO/IEC 13818-1, 2.4.3.5); a circle of 26.5 h.
public struct ProgramClock: Hashable, Sendable {
    /// `base` · 300 + `extension`.
    public var rawValue: UInt64

    /// The length of the circle: 2^33 · 300 units.
    public static let modulus: UInt64 = (1 << 33) * 300

    /// The clock of a 33-bit base and a 9-bit extension; an extension over 299 is taken as it stands.
    public init(base: UInt64, extension part: UInt64) { rawValue = (base * 300 + part) % Self.modulus }

    /// The clock `rawValue` units after zero, taken round the circle.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue % Self.modulus }

    /// How far `self` is ahead of `other` the short way round, in units; negative when behind.
    public func distance(from other: Self) -> Int64 {
        let forward = (rawValue + Self.modulus - other.rawValue) % Self.modulus
        return forward >= Self.modulus / 2 ? Int64(forward) - Int64(Self.modulus) : Int64(forward)
    }
}
