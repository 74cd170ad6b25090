public import Timing

/// A device that sends statistics, and how it was last.
public struct DeviceRecord: Hashable, Sendable {
    /// Its id.
    public var deviceID: String
    /// When its first upload that it is known by came.
    public var firstSeen: StreamTime
    /// When its newest one came.
    public var lastSeen: StreamTime
    /// How many are kept.
    public var uploads: Int
    /// The number of the newest one.
    public var latest: Int
    /// The newest version of what runs on it.
    public var version: String
    /// Its newest link indicator, 0 … 10.
    public var linkIndicator: Int
    /// The access point that it was last connected to, the network and the point's name; nil when it did not say.
    public var bssid: String?
    /// The network's name.
    public var ssid: String?
    /// What the access point is called.
    public var accessPointName: String?
}
