public import NetworkFormats
public import Timing

/// A host that joined or left a group, and how soon the group's first packet followed.
public struct MembershipEntry: Sendable, Equatable {
    /// When the message was captured.
    public var time: StreamTime
    /// The frame it lies in, counted from 1.
    public var frame: UInt64
    /// Who sent it.
    public var host: IPAddress
    /// The group it is about.
    public var group: IPAddress
    /// What it says.
    public var event: MembershipReport.Event
    /// For a join: milliseconds until the group's next packet; nil when none came.
    public var firstPacketMs: Double?

    /// What `host` said about `group`.
    public init(
        time: StreamTime, frame: UInt64, host: IPAddress, group: IPAddress, event: MembershipReport.Event,
        firstPacketMs: Double? = nil
    ) {
        self.time = time
        self.frame = frame
        self.host = host
        self.group = group
        self.event = event
        self.firstPacketMs = firstPacketMs
    }
}
