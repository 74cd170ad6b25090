/// One repair packet of SMPTE 2022-1 and what it protects.
public struct ParityPacket: Hashable, Sendable {
    /// Whether it protects a row; a column otherwise.
    public var isRow: Bool
    /// The first source that it protects, counted from 0 at the start of the protected run.
    public var firstSource: Int
    /// How far apart its sources are.
    public var step: Int
    /// How many sources it protects.
    public var count: Int
    /// The UDP payload: RTP header, 16 bytes of FEC header, parity.
    public var bytes: [UInt8]
}
