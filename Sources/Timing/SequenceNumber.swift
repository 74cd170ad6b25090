/// A 16-bit sequence number on a circle, compared as RFC 1982 serial numbers are.
public struct SequenceNumber: Hashable, Sendable {
    /// The number on the wire.
    public var rawValue: UInt16

    /// The number `rawValue`.
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }

    /// How far `self` is ahead of `other`, -32768…32767; negative when behind.
    public func distance(from other: Self) -> Int {
        Int(Int16(bitPattern: rawValue &- other.rawValue))
    }

    /// The number `count` further on round the circle.
    public func advanced(by count: Int) -> Self {
        Self(UInt16(truncatingIfNeeded: Int(rawValue) &+ count))
    }

    /// The extended number congruent to this one that is nearest to `reference`.
    public func extended(nearest reference: Int64) -> Int64 {
        let low = UInt16(truncatingIfNeeded: reference)
        return reference &+ Int64(Int16(bitPattern: rawValue &- low))
    }
}
