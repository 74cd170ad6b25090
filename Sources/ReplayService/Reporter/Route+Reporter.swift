import HTTPServing

extension Route {
    /// The Reporter end: statistics that devices upload.
    static let reporter = [
        Route(
            "/api/v1/reporter",
            changes: [
                Change(
                    .post, "Takes the statistics of a device; they are on the disk when it answers",
                    body: Change.Body([
                        .init("deviceUUID", .string, "the device's id, a UUID"),
                        .init("version", .string, "the version of what runs on it"),
                        .init("timestamp", .string, "when it was (RFC 3339)"),
                        .init("stats", .object, "the 25 statistics, under their names in /api/v1/stats"),
                        .init(
                            "wifiInfo", .object,
                            "what is known of the Wi-Fi, perhaps nothing: interface, ssid, bssid, apName, frequencyMHz, "
                                + "signalDbm, noiseDbm, quality, receiveKbps, sendKbps"),
                    ]),
                    answers: [Change.Outcome(204, "Kept", type: nil)]
                ) { $0.takeUpload($1) }
            ]),
        Route(
            "/api/v1/reporter/devices", "Every device that uploads, the one that was heard last first",
            arguments: ["limit", "before"]
        ) { $0.reporterDevices($1) },
        Route(
            "/api/v1/reporter/devices/{uuid}", "What a device uploaded, newest first", arguments: ["limit", "before"],
            changes: [
                Change(
                    .delete, "Forgets a device and all that it uploaded",
                    answers: [Change.Outcome(204, "Forgotten", type: nil)]
                ) { $0.removeReporterDevice($1) }
            ]
        ) { $0.reporterDevice($1) },
        Route(
            "/api/v1/reporter/aps/{bssid}",
            "What devices uploaded by way of an access point, newest first, and their link indicators in short",
            arguments: ["limit", "before"]
        ) { $0.reporterAccessPoint($1) },
    ]
}
