import NetworkFormats

extension VenueConfiguration {
    /// The configuration as JSON text (RFC 8259, UTF-8), the keys sorted.
    ///
    /// It has every setting in force, not those that are absent, and unknown keys where they stood; parsed again it gives
    /// the same configuration.
    public var json: [UInt8] { jsonValue.json }

    /// What `json` writes, by its outermost keys.
    public var members: [String: JSONValue] {
        guard case .object(let members) = jsonValue else { return [:] }
        return members
    }

    /// The configuration as a JSON object: what `json` writes.
    public var jsonValue: JSONValue {
        var root: [String: JSONValue] = [
            "streamers": .object(["allowed": .array(allowedStreamers.map(JSONValue.string))]),
            "wifi": wifiValue,
            "announcements": .object([
                "group": .string(announcements.group.description), "port": .integer(Int(announcements.port)),
                "periodMs": .integer(announcements.periodMs),
            ]),
            "history": .object(["seconds": .integer(historySeconds)]),
            "windows": .object([
                "recommended": .integer(windows.recommended), "maximum": .integer(windows.maximum),
                "slotMs": .integer(windows.slotMs),
            ]),
            "source": .object(sourceCapture.map { ["capture": .string($0)] } ?? [:]),
            "join": .array(join.map(JSONValue.string)),
            "channels": .object(channels.mapValues { .object(["offsetMs": .integer($0.offsetMs)]) }),
            "quality": .object([
                "poorIndicator": .integer(quality.poorIndicator), "poorSeconds": .integer(quality.poorSeconds),
                "clearIndicator": .integer(quality.clearIndicator), "clearSeconds": .integer(quality.clearSeconds),
            ]),
            "reporter": reporterValue,
            "server": .object(
                server.merging(["joinable": .array(joinable.map(JSONValue.string))]) { _, joinable in joinable }),
        ]
        if let license {
            root["license"] = .object([
                "venueName": .string(license.venueName), "contentOwner": .string(license.contentOwner),
                "appDeveloper": .string(license.appDeveloper),
            ])
        }
        var value = JSONValue.object(root)
        for setting in unknown { value.put(setting.value, at: setting.place.steps[...]) }
        return value
    }

    private var wifiValue: JSONValue {
        var members: [String: JSONValue] = [
            "accessPoints": .array(
                wifi.accessPoints.map { .object(["name": .string($0.name), "bssid": .string($0.bssid)]) })
        ]
        members["interface"] = wifi.interface.map(JSONValue.string)
        return .object(members)
    }

    private var reporterValue: JSONValue {
        var members: [String: JSONValue] = [
            "intervalSeconds": .integer(reporter.intervalSeconds), "retentionDays": .integer(reporter.retentionDays),
        ]
        members["url"] = reporter.url.map(JSONValue.string)
        return .object(members)
    }
}

extension JSONValue {
    /// Puts `value` where `steps` lead; nothing happens where an element or an object on the way is missing.
    fileprivate mutating func put(_ value: JSONValue, at steps: ArraySlice<SettingPath.Step>) {
        guard let step = steps.first else {
            self = value
            return
        }
        // What is within is taken out meanwhile, so that it changes where it lies: a copy for each of many keys takes long.
        switch step {
        case .key(let key):
            guard case .object(var members) = self, steps.count == 1 || members[key] != nil else { return }
            self = .null
            members[key, default: .null].put(value, at: steps.dropFirst())
            self = .object(members)
        case .index(let index):
            guard case .array(var elements) = self, elements.indices.contains(index) else { return }
            self = .null
            elements[index].put(value, at: steps.dropFirst())
            self = .array(elements)
        }
    }
}
