import NetworkFormats

extension VenueFile {
    /// Reads the bytes of a venue file.
    ///
    /// A wrong type, an impossible value or two channels in one place throw an error that names the key; unknown keys are kept
    /// in `unknown`.
    public init(parsing bytes: [UInt8]) throws(ConfigurationError) {
        self.init()
        var root = try SettingsReader(parsing: bytes, limit: Self.sizeLimit)
        try readLicense(&root)
        title = try root.anyText("title") ?? ""
        seed = UInt64(try root.integer("seed", in: 0...Int.max) ?? 1)
        try readAnnouncing(&root)
        if var reader = try root.object("impairment") {
            impairment = try VenueImpairment(&reader, base: impairment)
            unknown += reader.leftOver
        }
        try readStreamers(&root)
        try readChannels(&root)
        unknown += root.leftOver
        unknown.sort { $0.path < $1.path }
        try checkPlaces()
        try checkNumbers()
    }

    private mutating func readLicense(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var reader = try root.object("license") else { return }
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
        unknown += reader.leftOver
    }

    private mutating func readAnnouncing(_ root: inout SettingsReader) throws(ConfigurationError) {
        guard var reader = try root.object("announce") else { return }
        announcements.address = try reader.address("group", isGroup: true) ?? announcements.address
        if let port = try reader.integer("port", in: Self.portRange) { announcements.port = UInt16(port) }
        periodMs = try reader.integer("periodMs", in: VenueConfiguration.announcementPeriodRangeMs) ?? periodMs
        if try reader.truth("sap") == false { twins = nil }
        unknown += reader.leftOver
    }

    private mutating func readStreamers(_ root: inout SettingsReader) throws(ConfigurationError) {
        let list = try root.list("streamers", wanted: "a list of objects")
        guard !list.isEmpty else { return }
        streamers = []
        for (path, value) in list {
            var reader = try SettingsReader.object(value, path: path)
            let wanted = "a text that no other Streamer has as its id"
            guard let id = try reader.text("id", wanted: wanted) else {
                throw .missing(path: "\(path).id", wanted: wanted)
            }
            guard !streamers.contains(where: { $0.id == id }) else {
                throw reader.impossible("id", "the text \(id.quoted)", wanted: wanted)
            }
            streamers.append(
                Streamer(
                    id: id, name: try reader.anyText("name") ?? "",
                    address: try reader.address("address", isGroup: false)))
            unknown += reader.leftOver
        }
    }

    private mutating func readChannels(_ root: inout SettingsReader) throws(ConfigurationError) {
        let list = try root.list("channels", wanted: "a list of objects")
        guard !list.isEmpty else { throw .missing(path: "channels", wanted: "a list of at least one channel") }
        guard list.count <= Self.channelLimit else {
            throw .outOfRange(
                path: "channels", got: "a list of \(list.count)", wanted: "at most \(Self.channelLimit) channels")
        }
        for (index, entry) in list.enumerated() {
            var reader = try SettingsReader.object(entry.value, path: entry.path)
            channels.append(try channel(&reader, index: index))
            unknown += reader.leftOver
        }
    }

    static let portRange = 1...65_535
}
