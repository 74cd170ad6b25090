import Clips
import Quality
import Reports
import Session
import Storage
import Timing

extension OrderedJSON {
    /// A page of devices.
    init(devices page: DevicePage) {
        self = ["devices": .array(page.devices.map { .object(Self.members($0)) }), "next": .optional(page.next)]
    }

    /// A page of what a device uploaded.
    init(history: DeviceHistory) {
        self = .object(
            Self.members(history.device) + [
                .init("history", .array(history.uploads.map { Self.upload($0, withDevice: false) })),
                .init("next", .optional(history.next)),
            ])
    }

    /// A page of what came by way of an access point, and all of it in short.
    init(history: AccessPointHistory) {
        self = [
            "bssid": .string(history.bssid), "apName": .optional(history.name), "ssid": .optional(history.ssid),
            "uploads": .integer(history.uploads), "summary": .object(Self.members(history.summary)),
            "deviceCount": .integer(history.deviceCount),
            "devices": .array(
                history.devices.map { device in
                    .object([.init("deviceUUID", .string(device.deviceID))] + Self.members(device.summary))
                }),
            "history": .array(history.page.map { Self.upload($0, withDevice: true) }),
            "next": .optional(history.next),
        ]
    }

    private static func members(_ device: DeviceRecord) -> [Member] {
        [
            Member("deviceUUID", .string(device.deviceID)), Member("firstSeen", .instant(device.firstSeen)),
            Member("lastSeen", .instant(device.lastSeen)), Member("uploads", .integer(device.uploads)),
            Member("version", .string(device.version)),
            Member(StatKey.linkIndicator.rawValue, .integer(device.linkIndicator)),
            Member("bssid", .optional(device.bssid)), Member("apName", .optional(device.accessPointName)),
            Member("ssid", .optional(device.ssid)),
        ]
    }

    private static func upload(_ stored: StoredUpload, withDevice: Bool) -> OrderedJSON {
        let upload = stored.upload
        return [
            "id": .integer(stored.id), "deviceUUID": withDevice ? .string(upload.deviceID) : nil,
            "receivedAt": .instant(stored.receivedAt), "timestamp": .instant(upload.timestamp),
            "version": .string(upload.version), "stats": OrderedJSON(statistics: upload.statistics),
            "wifiInfo": .wireless(upload.wireless),
        ]
    }

    private static func wireless(_ wireless: ReportedWireless) -> OrderedJSON {
        [
            "interface": .optional(wireless.interface), "ssid": .optional(wireless.ssid),
            "bssid": .optional(wireless.bssid), "apName": .optional(wireless.accessPointName),
            "frequencyMHz": .optional(wireless.frequencyMHz), "signalDbm": .optional(wireless.signalDbm),
            "noiseDbm": .optional(wireless.noiseDbm),
            "quality": wireless.quality.map { .decimal($0, digits: 3) } ?? .null,
            "receiveKbps": .optional(wireless.receiveKbps), "sendKbps": .optional(wireless.sendKbps),
        ]
    }

    private static func members(_ summary: IndicatorSummary) -> [Member] {
        [
            Member("uploads", .integer(summary.uploads)), Member("firstSeen", .instant(summary.first)),
            Member("lastSeen", .instant(summary.last)),
            Member(
                StatKey.linkIndicator.rawValue,
                [
                    "min": .integer(summary.lowest), "mean": .decimal(summary.mean, digits: 2),
                    "max": .integer(summary.highest),
                ]),
        ]
    }

    private static func instant(_ time: StreamTime) -> OrderedJSON { .string(time.rfc3339(digits: 3)) }
}
