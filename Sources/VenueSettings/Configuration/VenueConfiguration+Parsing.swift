import NetworkFormats

extension VenueConfiguration {
    /// Reads the bytes of a configuration file.
    ///
    /// A wrong type or an impossible value throws an error that names the key; unknown keys are kept in `unknown`.
    public init(parsing bytes: [UInt8]) throws(ConfigurationError) {
        var root = try SettingsReader(parsing: bytes, limit: Self.sizeLimit)
        license = try Self.license(&root)
        try readStreamers(&root)
        try readWiFi(&root)
        try readAnnouncements(&root)
        try readWindows(&root)
        if var history = try root.object("history") {
            historySeconds = try history.integer("seconds", in: Self.historySecondsRange) ?? historySeconds
            keepUnknown(history)
        }
        if var source = try root.object("source") {
            sourceCapture = try source.text("capture", wanted: "the name of a capture file")
            keepUnknown(source)
        }
        join = try root.texts("join", of: Self.joinForm)
        for (index, address) in join.enumerated() where !address.hasPrefix("rtp://") && !address.hasPrefix("udp://") {
            throw .outOfRange(path: "join[\(index)]", got: "the text \(address.quoted)", wanted: Self.joinForm)
        }
        try readChannels(&root)
        quality = try root.object("quality")?.rest ?? [:]
        try readReporter(&root)
        if var server = try root.object("server") {
            if server.rest["joinable"] != nil {
                joinable = try server.texts("joinable", of: "a network such as 239.0.0.0/8")
            }
            self.server = server.rest
        }
        keepUnknown(root)
        unknown.sort { $0.path < $1.path }
    }

    private static let joinForm = "rtp://GROUP:PORT or udp://GROUP:PORT"

    private static func license(_ root: inout SettingsReader) throws(ConfigurationError) -> FieldOfUse? {
        var members: [String: JSONValue] = [:]
        for key in ["venueName", "contentOwner", "appDeveloper"] { members[key] = root.take(key) }
        let isFlat = !members.isEmpty
        var path = ""
        if let nested = try root.object("license") {
            path = "license"
            members.merge(nested.rest) { _, nested in nested }
        } else if !isFlat {
            return nil
        }
        var reader = SettingsReader(path: path, members: members)
        func name(_ key: String) throws(ConfigurationError) -> String {
            let wanted = "a name: the triplet is venueName, contentOwner and appDeveloper"
            guard let name = try reader.text(key, wanted: wanted) else {
                throw .missing(path: reader.path(to: key), wanted: wanted)
            }
            return name
        }
        return FieldOfUse(
            venueName: try name("venueName"), contentOwner: try name("contentOwner"),
            appDeveloper: try name("appDeveloper"))
    }

    /// Keeps what nobody took from `reader`.
    private mutating func keepUnknown(_ reader: SettingsReader) {
        unknown += reader.leftOver
    }

    private mutating func readStreamers(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var streamers = try root.object("streamers") else { return }
        allowedStreamers = try streamers.texts("allowed", of: "the address, network or id of a Streamer")
        keepUnknown(streamers)
    }

    private mutating func readWiFi(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var reader = try root.object("wifi") else { return }
        wifi.interface = try reader.text("interface", wanted: "the name of an interface")
        for (path, value) in try reader.list("accessPoints", wanted: "a list of objects") {
            var point = try SettingsReader.object(value, path: path)
            let form = "an address such as 00:1b:2c:3d:4e:5f"
            guard let bssid = try point.text("bssid", wanted: form) else {
                throw .missing(path: "\(path).bssid", wanted: form)
            }
            guard let canonical = Self.canonical(bssid: bssid) else {
                throw .outOfRange(path: "\(path).bssid", got: "the text \(bssid.quoted)", wanted: form)
            }
            let name = try point.text("name", wanted: "a name") ?? canonical
            wifi.accessPoints.append(WiFi.AccessPoint(name: name, bssid: canonical))
            keepUnknown(point)
        }
        keepUnknown(reader)
    }

    /// The form of an access point's address that compares equal: six lower-case octets with colons; nil for no address.
    package static func canonical(bssid: String) -> String? {
        let octets = bssid.lowercased().split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
        // A number may have a sign, an octet may not.
        let isAddress =
            octets.count == 6
            && octets.allSatisfy { $0.utf8.count == 2 && $0.utf8.first != 0x2b && UInt8($0, radix: 16) != nil }
        return isAddress ? octets.joined(separator: ":") : nil
    }

    private mutating func readAnnouncements(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var reader = try root.object("announcements") else { return }
        let form = "a multicast address such as 239.255.42.1"
        if let group = try reader.text("group", wanted: form) {
            guard let address = IPAddress(group), address.isMulticast else {
                throw .outOfRange(path: "announcements.group", got: "the text \(group.quoted)", wanted: form)
            }
            announcements.group = address
        }
        if let port = try reader.integer("port", in: Self.portRange) { announcements.port = UInt16(port) }
        announcements.periodMs =
            try reader.integer("periodMs", in: Self.announcementPeriodRangeMs) ?? announcements.periodMs
        keepUnknown(reader)
    }

    private mutating func readWindows(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var reader = try root.object("windows") else { return }
        windows.maximum = try reader.integer("maximum", in: Self.windowRange) ?? windows.maximum
        windows.recommended =
            try reader.integer("recommended", in: 1...windows.maximum) ?? min(windows.recommended, windows.maximum)
        windows.slotMs = try reader.integer("slotMs", in: Self.slotRangeMs) ?? windows.slotMs
        keepUnknown(reader)
    }

    private mutating func readChannels(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard let reader = try root.object("channels") else { return }
        for (id, value) in reader.rest.sorted(by: { $0.key < $1.key }) {
            var channel = try SettingsReader.object(value, path: reader.path(to: id))
            let offset = try channel.integer("offsetMs", in: Self.offsetRangeMs) ?? 0
            channels[id] = Channel(offsetMs: offset)
            keepUnknown(channel)
        }
    }

    private mutating func readReporter(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var reader = try root.object("reporter") else { return }
        reporter.url = try reader.text("url", wanted: "an http address")
        reporter.intervalSeconds =
            try reader.integer("intervalSeconds", in: Self.reporterIntervalRange) ?? reporter.intervalSeconds
        reporter.retentionDays =
            try reader.integer("retentionDays", in: Self.retentionRange) ?? reporter.retentionDays
        keepUnknown(reader)
    }
}
