/// What became of a datagram.
public struct PacketFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public var rawValue: UInt8

    /// The flags of `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A source packet that arrived itself.
    public static let received = Self(rawValue: 1 << 0)
    /// A source packet rebuilt from repair packets.
    public static let recovered = Self(rawValue: 1 << 1)
    /// A source packet that came after its window had closed.
    public static let late = Self(rawValue: 1 << 2)
    /// A source packet that had come before.
    public static let duplicate = Self(rawValue: 1 << 3)
    /// A repair packet.
    public static let repair = Self(rawValue: 1 << 4)
}
