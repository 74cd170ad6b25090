public import Channels
public import NetworkFormats

/// The numbers of a whole venue at one moment.
public struct VenueSnapshot: Sendable {
    /// The channels in the order of their indices.
    public var channels: [ChannelSnapshot]
    /// Who announced what by SAP.
    public var directory: SAPDirectory
    /// What the venue announces.
    public var venue: VenueDirectory
    /// What the venue says of each channel, by index; nil for those that it never named.
    public var announcements: [ChannelAnnouncement?]
    /// Names that a person gave to what is sent to a group and port; they go before those of the directory.
    public var names: [Endpoint: String]
    /// Datagrams that belong to no channel, by kind.
    public var others: OtherTrafficCounts
    /// The flows that belong to no channel, bounded.
    public var otherFlows: OtherFlowTable
    /// Who joined and left which group.
    public var memberships: MembershipLog
    /// What is wrong with the way channels are sent, bounded.
    public var findings: [ClassifierFinding]
    /// The moment of these numbers.
    public var now: Moment
}
