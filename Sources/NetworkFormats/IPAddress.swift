/// An IPv4 or IPv6 address as a plain value of 17 bytes.
public struct IPAddress: Hashable, Comparable, Sendable {
    /// Bits 127…64 of an IPv6 address; 0 for IPv4.
    public let high: UInt64
    /// Bits 63…0 of an IPv6 address; the 32 bits of an IPv4 one.
    public let low: UInt64
    /// Whether this is an IPv6 address.
    public let isIPv6: Bool

    /// The IPv4 address of 32 bits, most significant octet first.
    public init(v4 bits: UInt32) {
        high = 0
        low = UInt64(bits)
        isIPv6 = false
    }

    /// The IPv6 address of two halves.
    public init(v6 high: UInt64, _ low: UInt64) {
        self.high = high
        self.low = low
        isIPv6 = true
    }

    /// 0.0.0.0.
    public static let unspecified = Self(v4: 0)

    /// Whether datagrams to it go to a group (224.0.0.0/4, ff00::/8).
    public var isMulticast: Bool { isIPv6 ? high >> 56 == 0xff : low >> 28 == 0xe }

    /// Numerical order, IPv4 before IPv6.
    public static func < (left: Self, right: Self) -> Bool {
        if left.isIPv6 != right.isIPv6 { return right.isIPv6 }
        return left.high != right.high ? left.high < right.high : left.low < right.low
    }
}
