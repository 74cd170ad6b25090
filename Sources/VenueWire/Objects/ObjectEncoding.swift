/// The FEC encoding IDs of ALC objects that are known (RFC 5445, 5510, 6330).
public struct ObjectEncoding: Hashable, Sendable, RawRepresentable {
    /// The ID: the codepoint of the object's packets.
    public var rawValue: UInt8

    /// The encoding `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Source symbols only: Compact No-Code (RFC 5445).
    public static let noCode = Self(rawValue: 0)
    /// Reed-Solomon over GF(2^m), 2 ≤ m ≤ 16 (RFC 5510).
    public static let reedSolomonAnyField = Self(rawValue: 2)
    /// Reed-Solomon over GF(2^8) (RFC 5510).
    public static let reedSolomon = Self(rawValue: 5)
    /// RaptorQ (RFC 6330).
    public static let raptorQ = Self(rawValue: 6)
    /// Small Block Systematic; with instance 0 Reed-Solomon over GF(2^8) (RFC 5445, 5510).
    public static let smallBlock = Self(rawValue: 129)

    /// Bytes of the FEC payload ID; nil when the layout is not known.
    public var symbolIDLength: Int? {
        switch self {
        case .noCode, .reedSolomonAnyField, .reedSolomon, .raptorQ: 4
        case .smallBlock: 8
        default: nil
        }
    }
}
