public import Channels
public import History
public import NetworkFormats
public import ObjectDelivery
public import Protection

/// The constants by which one venue is measured.
public struct VenueParameters: Sendable {
    /// Windows, runs and their limits.
    public var protection = ProtectionParameters()
    /// What the receivers of messages and files take on.
    public var objects = ObjectLimits()
    /// How much of each channel is kept, with the bytes; nothing unless told otherwise.
    public var history = HistoryLimits.nothing
    /// The group and port of the only channel that is kept; nil for all.
    public var historyOf: Endpoint?
    /// Bytes that the histories of all channels may hold together; nil for no limit but each channel's own.
    public var historyMemory: Int?
    /// Names that a person gave to what is sent to a group and port; they go before those of SAP (definitions C4).
    public var names: [Endpoint: String] = [:]

    /// Which announcements are listened to, and which of them are for us.
    public var announcements = AnnouncementRules()

    /// The defaults.
    public init() {}
}
