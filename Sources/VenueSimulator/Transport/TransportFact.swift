/// What the generator knows of one transport packet that it made.
public struct TransportFact: Hashable, Sendable {
    /// The PID.
    public var pid: UInt16
    /// The continuity counter, 0…15.
    public var continuity: UInt8
    /// Whether it holds payload, so that the counter moved on.
    public var hasPayload: Bool
    /// The picture whose bytes it holds, counted from 0 in coding order; -1 for none.
    public var picture: Int32
    /// Equal for packets of the same payload on one PID, and for no others.
    public var identity: UInt32

    /// States the facts of one packet.
    public init(pid: UInt16, continuity: UInt8, hasPayload: Bool, picture: Int32 = -1, identity: UInt32) {
        self.pid = pid
        self.continuity = continuity
        self.hasPayload = hasPayload
        self.picture = picture
        self.identity = identity
    }

    /// The PID of null packets.
    public static let nullPID: UInt16 = 0x1fff
}
