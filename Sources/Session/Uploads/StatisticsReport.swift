import Clips
public import DeviceLink
public import Quality
import Reports
public import Timing

/// What a device tells a Reporter (SDK semantics 3.17).
public struct StatisticsReport: Hashable, Sendable {
    /// The device's id.
    public var deviceID: String
    /// The version of what runs on it.
    public var version: String
    /// When it was.
    public var timestamp: StreamTime
    /// The statistics.
    public var statistics: SessionStatistics
    /// The Wi-Fi.
    public var wireless: WirelessFacts

    /// States what is told.
    public init(
        deviceID: String, version: String, timestamp: StreamTime, statistics: SessionStatistics,
        wireless: WirelessFacts
    ) {
        self.deviceID = deviceID
        self.version = version
        self.timestamp = timestamp
        self.statistics = statistics
        self.wireless = wireless
    }

    /// The body of an upload: JSON in UTF-8.
    public var body: [UInt8] {
        let body: OrderedJSON = [
            "deviceUUID": .string(deviceID), "version": .string(version),
            "timestamp": .string(timestamp.rfc3339(digits: 3)), "stats": OrderedJSON(statistics: statistics),
            "wifiInfo": OrderedJSON(wireless: wireless),
        ]
        return Array(body.text.utf8)
    }
}
