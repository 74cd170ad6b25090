/// A 33-bit time stamp in units of 1/90000 s, as PTS and DTS are (ISO/IEC 13818-1, 2.4.3.7); a circle of 26.5 h.
public struct MediaTimestamp: Hashable, Sendable {
    /// The 33 bits on the wire.
    public var rawValue: UInt64

    /// The length of the circle: 2^33 units.
    public static let modulus: UInt64 = 1 << 33

    /// The time stamp of the low 33 bits of `rawValue`.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue & (Self.modulus - 1) }

    /// How far `self` is ahead of `other` the short way round, in units; -2^32…2^32-1, negative when behind.
    public func distance(from other: Self) -> Int64 {
        let forward = (rawValue &- other.rawValue) & (Self.modulus - 1)
        return forward >= Self.modulus / 2 ? Int64(forward) - Int64(Self.modulus) : Int64(forward)
    }

    /// The time stamp `units` later round the circle.
    public func advanced(by units: Int64) -> Self { Self(rawValue &+ UInt64(bitPattern: units)) }

    /// The unwrapped value congruent to this one that is nearest to `reference`.
    public func unwrapped(nearest reference: Int64) -> Int64 {
        reference &+ distance(from: Self(UInt64(bitPattern: reference)))
    }
}
