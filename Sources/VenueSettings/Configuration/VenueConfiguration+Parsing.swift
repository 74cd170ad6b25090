import NetworkFormats

extension VenueConfiguration {
    /// Reads the bytes of a configuration file.
    ///
    /// A wrong type or an impossible value throws an error that names the key; unknown keys are kept in `unknown`.
    public init(parsing bytes: [UInt8]) throws(ConfigurationError) {
        try self.init(reading: try SettingsReader(parsing: bytes, limit: Self.sizeLimit))
    }

    /// Reads the outermost object of a configuration.
    init(reading root: SettingsReader) throws(ConfigurationError) {
        var root = root
        try readLicense(&root)
        try readStreamers(&root)
        try readWiFi(&root)
        try readAnnouncements(&root)
        try readWindows(&root)
        if var history = try root.object("history") {
            historySeconds = try history.integer("seconds", in: Self.historySecondsRange) ?? historySeconds
            keepUnknown(history)
        }
        if var source = try root.object("source") {
            sourceCapture = try source.path("capture", wanted: "the name of a capture file")
            keepUnknown(source)
        }
        join = try root.texts("join", of: Self.joinForm)
        for (index, address) in join.enumerated() where !address.hasPrefix("rtp://") && !address.hasPrefix("udp://") {
            throw .outOfRange(path: "join[\(index)]", got: "the text \(address.quoted)", wanted: Self.joinForm)
        }
        try readChannels(&root)
        try readQuality(&root)
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

    private mutating func readLicense(_ root: inout SettingsReader) throws(ConfigurationError) {
        var members: [String: JSONValue] = [:]
        for key in ["venueName", "contentOwner", "appDeveloper"] { members[key] = root.take(key) }
        let isFlat = !members.isEmpty
        var place = SettingPath()
        if let nested = try root.object("license") {
            place = nested.place
            members.merge(nested.rest) { _, nested in nested }
        } else if !isFlat {
            return
        }
        var reader = SettingsReader(at: place, members: members)
        func name(_ key: String) throws(ConfigurationError) -> String {
            let wanted = "a name: the triplet is venueName, contentOwner and appDeveloper"
            guard let name = try reader.text(key, wanted: wanted) else {
                throw .missing(path: reader.path(to: key), wanted: wanted)
            }
            return name
        }
        license = FieldOfUse(
            venueName: try name("venueName"), contentOwner: try name("contentOwner"),
            appDeveloper: try name("appDeveloper"))
        keepUnknown(reader)
    }

    private mutating func readQuality(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var reader = try root.object("quality") else { return }
        let scale = Self.indicatorRange
        let poor =
            try reader.integer("poorIndicator", in: scale.lowerBound...scale.upperBound - 1) ?? quality.poorIndicator
        quality.clearIndicator =
            try reader.integer("clearIndicator", in: poor + 1...scale.upperBound)
            ?? max(quality.clearIndicator, poor + 1)
        quality.poorIndicator = poor
        quality.poorSeconds =
            try reader.integer("poorSeconds", in: Self.poorSecondsRange) ?? quality.poorSeconds
        quality.clearSeconds =
            try reader.integer("clearSeconds", in: Self.poorSecondsRange) ?? quality.clearSeconds
        keepUnknown(reader)
    }

    /// Keeps what nobody took from `reader`.
    mutating func keepUnknown(_ reader: SettingsReader) {
        unknown += reader.leftOver
    }

    private mutating func readStreamers(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var streamers = try root.object("streamers") else { return }
        allowedStreamers = try streamers.texts("allowed", of: "the address, network or id of a Streamer")
        keepUnknown(streamers)
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
            var channel = try SettingsReader.object(value, path: reader.place.key(id))
            let offset = try channel.integer("offsetMs", in: Self.offsetRangeMs) ?? 0
            channels[id] = Channel(offsetMs: offset)
            keepUnknown(channel)
        }
    }

    private mutating func readReporter(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var reader = try root.object("reporter") else { return }
        let form = "an address that begins with http:// or https://"
        if let url = try reader.text("url", wanted: form) {
            guard ["http://", "https://"].contains(where: url.lowercased().hasPrefix) else {
                throw reader.impossible("url", "the text \(url.quoted)", wanted: form)
            }
            reporter.url = url
        }
        reporter.intervalSeconds =
            try reader.integer("intervalSeconds", in: Self.reporterIntervalRange) ?? reporter.intervalSeconds
        reporter.retentionDays =
            try reader.integer("retentionDays", in: Self.retentionRange) ?? reporter.retentionDays
        keepUnknown(reader)
    }
}
