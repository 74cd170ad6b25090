/// How the venue's announcements fell into the classes of definitions C6, and what became of channels.
public struct AnnouncementCounters: Hashable, Sendable {
    /// All announcements, deletions among them.
    public var received: UInt64 = 0
    /// No SAP with a JSON payload, or a field that our version requires is missing or cannot be meant.
    public var malformed: UInt64 = 0
    /// The body is no JSON object in UTF-8.
    public var invalidJSON: UInt64 = 0
    /// Another major version, or none.
    public var versionMismatch: UInt64 = 0
    /// The Streamer is not allowed.
    public var notAllowed: UInt64 = 0
    /// The field of use is not ours.
    public var licenseMismatch: UInt64 = 0
    /// Channels that came onto the list.
    public var channelsAdded: UInt64 = 0
    /// Channels that left it: silent, deleted, or no longer for us.
    public var channelsPruned: UInt64 = 0
    /// Times that the announcements' group was joined anew because it was silent (definitions A5).
    public var listenerRestarts: UInt64 = 0
    /// Times that an announced video channel's group was joined anew because it was silent.
    public var flowRestarts: UInt64 = 0
    /// Accepted announcements of channels beyond the limits, which are not kept.
    public var beyondLimit: UInt64 = 0

    /// Nothing yet.
    public init() {}

    /// Announcements that passed every class.
    public var accepted: UInt64 {
        received &- malformed &- invalidJSON &- versionMismatch &- notAllowed &- licenseMismatch
    }
}
