public import Timing

/// A host says on the wire that it joins or leaves a group (IGMP, MLD).
public struct MembershipReport: Hashable, Sendable {
    /// What the host does.
    public enum Event: String, Hashable, Sendable {
        /// It joins, or says again that it is a member.
        case join
        /// It leaves.
        case leave
        /// A router asks who is a member.
        case query
    }

    /// More sources than this are not kept.
    public static let sourceLimit = 64

    /// When the message was captured.
    public var time: StreamTime
    /// The frame it lies in.
    public var ordinal: UInt64
    /// Who sent it.
    public var host: IPAddress
    /// The group it is about; unspecified in a general query.
    public var group: IPAddress
    /// What it says.
    public var event: Event
    /// The sources it names (IGMPv3, MLDv2), in the order of the message, up to ``sourceLimit``.
    public var sources: [IPAddress]

    /// States one membership message.
    public init(
        time: StreamTime, ordinal: UInt64, host: IPAddress, group: IPAddress, event: Event, sources: [IPAddress] = []
    ) {
        self.time = time
        self.ordinal = ordinal
        self.host = host
        self.group = group
        self.event = event
        self.sources = sources
    }
}
