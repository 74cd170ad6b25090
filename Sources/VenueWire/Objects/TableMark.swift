/// EXT_FDT: which instance of the file delivery table a packet belongs to (RFC 6726, 3.4.1).
///
/// ```
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// |   HET = 192   |   V   |          FDT instance ID              |
/// +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
/// ```
public struct TableMark: Hashable, Sendable {
    /// Instance IDs wrap here.
    public static let instances: UInt32 = 1 << 20

    /// FLUTE's version: 2 (RFC 6726), or 1 (RFC 3926), which differs in nothing that is read here.
    public var version: UInt8
    /// The instance's ID, below 2²⁰.
    public var instance: UInt32

    /// Instance `instance` of FLUTE version `version`.
    public init(version: UInt8 = 2, instance: UInt32) {
        self.version = version & 15
        self.instance = instance & (Self.instances - 1)
    }

    /// The mark in the four bytes of the extension.
    init(_ word: UInt32) {
        self.init(version: UInt8(truncatingIfNeeded: word >> 20), instance: word)
    }

    /// How far this instance is ahead of `other`, from -2¹⁹ to 2¹⁹ - 1.
    public func distance(from other: UInt32) -> Int {
        let difference = Int32(bitPattern: (instance &- other) << 12)
        return Int(difference >> 12)
    }
}
