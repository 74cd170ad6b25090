/// What the generator knows of one transport packet that it made.
public struct TransportFact: Hashable, Sendable {
    /// Whether a picture ends with a packet.
    public enum End: Hashable, Sendable {
        /// It does not.
        case none
        /// It does, and stuffing shows it.
        case stuffed
        /// It does and fills the packet, so that nothing shows it.
        case filled
    }

    /// What a receiver can do with a packet.
    public enum Role: Hashable, Sendable {
        /// It holds the PAT.
        case association
        /// It holds the PMT.
        case map
        /// It begins a picture.
        case pictureStart
        /// Anything else.
        case other
    }

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
    /// What a receiver can do with it.
    public var role: Role
    /// Whether its picture ends with it, and how that shows.
    public var end: End

    /// States the facts of one packet.
    public init(
        pid: UInt16, continuity: UInt8, hasPayload: Bool, picture: Int32 = -1, identity: UInt32, role: Role = .other,
        end: End = .none
    ) {
        self.pid = pid
        self.continuity = continuity
        self.hasPayload = hasPayload
        self.picture = picture
        self.identity = identity
        self.role = role
        self.end = end
    }

    /// The PID of null packets.
    public static let nullPID: UInt16 = 0x1fff
}
