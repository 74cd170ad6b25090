extension VenueConfiguration {
    /// Everything that is configured, defaults included, as the file's nested JSON; keys that are unknown are in `unknown`.
    public var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "streamers": .object(["allowed": Self.list(allowedStreamers)]),
            "wifi": .object(wifiMembers),
            "announcements": .object([
                "group": .string("\(announcements.group)"), "port": .integer(Int(announcements.port)),
                "periodMs": .integer(announcements.periodMs),
            ]),
            "history": .object(["seconds": .integer(historySeconds)]),
            "windows": .object([
                "recommended": .integer(windows.recommended), "maximum": .integer(windows.maximum),
                "slotMs": .integer(windows.slotMs),
            ]),
            "source": .object(sourceCapture.map { ["capture": .string($0)] } ?? [:]),
            "join": Self.list(join),
            "channels": .object(channels.mapValues { .object(["offsetMs": .integer($0.offsetMs)]) }),
            "quality": .object(quality),
            "reporter": .object(reporterMembers),
            "server": .object(server.merging(["joinable": Self.list(joinable)]) { $1 }),
        ]
        if let license {
            members["license"] = .object([
                "venueName": .string(license.venueName), "contentOwner": .string(license.contentOwner),
                "appDeveloper": .string(license.appDeveloper),
            ])
        }
        return members
    }

    private var wifiMembers: [String: JSONValue] {
        let points = wifi.accessPoints.map { point in
            JSONValue.object(["name": .string(point.name), "bssid": .string(point.bssid)])
        }
        var members: [String: JSONValue] = ["accessPoints": .array(points)]
        if let interface = wifi.interface { members["interface"] = .string(interface) }
        return members
    }

    private var reporterMembers: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "intervalSeconds": .integer(reporter.intervalSeconds), "retentionDays": .integer(reporter.retentionDays),
        ]
        if let url = reporter.url { members["url"] = .string(url) }
        return members
    }

    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
