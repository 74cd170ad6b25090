public import Quality
public import Timing

/// The statistics that a device sends now and then (SDK semantics 3.17).
public struct ReporterUpload: Hashable, Sendable {
    /// The device's id: a UUID in lower case (RFC 9562, section 4).
    public var deviceID: String
    /// The version of what runs on the device.
    public var version: String
    /// When the device says it was, to the millisecond.
    public var timestamp: StreamTime
    /// The 25 statistics.
    public var statistics: SessionStatistics
    /// What the device says of its Wi-Fi.
    public var wireless: ReportedWireless

    /// States what a device sends.
    public init(
        deviceID: String, version: String, timestamp: StreamTime, statistics: SessionStatistics = SessionStatistics(),
        wireless: ReportedWireless = ReportedWireless()
    ) {
        self.deviceID = deviceID
        self.version = version
        self.timestamp = timestamp
        self.statistics = statistics
        self.wireless = wireless
    }

    /// The lower-case form of a UUID of 8-4-4-4-12 hexadecimal digits (RFC 9562, section 4); nil for anything else.
    public static func canonical(deviceID text: String) -> String? {
        guard text.utf8.count == 36 else { return nil }
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isForm = groups.map(\.count) == [8, 4, 4, 4, 12]
        return isForm && groups.joined().allSatisfy(\.isHexadecimal) ? text.lowercased() : nil
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
