import NetworkFormats

extension AnnouncedChannel {
    /// Reads `channel`.
    ///
    /// Its encoding must fit its kind: `alc` carries data, `flute` files, everything else video.
    init(_ node: JSONNode?) throws(AnnouncementFault) {
        guard let node, case .object = node else { throw .malformed(field: "channel") }
        guard let kind = node["kind"]?.text.flatMap(ChannelKind.init(rawValue:)) else {
            throw .malformed(field: "channel.kind")
        }
        guard let number = node["sessionNum"]?.whole.flatMap({ UInt32(exactly: $0) }) else {
            throw .malformed(field: "channel.sessionNum")
        }
        let name = try VenueAnnouncement.text(node["name"], "channel.name", limit: Self.nameLimit)
        guard let address = node["addr"]?.text.flatMap({ IPAddress($0) }) else {
            throw .malformed(field: "channel.addr")
        }
        guard let port = node["port"]?.whole(in: 1...65_535) else { throw .malformed(field: "channel.port") }
        guard let encoding = node["enc"]?.text.flatMap(AnnouncedEncoding.init(rawValue:)), encoding.kind == kind else {
            throw .malformed(field: "channel.enc")
        }
        self.init(
            kind: kind, sessionNumber: number, name: name, text: VenueAnnouncement.text(node["text"]),
            bandwidthKbps: node["bandwidthKbps"]?.whole(in: 0...Self.bandwidthLimit) ?? 0,
            destination: Endpoint(address, UInt16(port)), source: node["ssm"]?.text.flatMap { IPAddress($0) },
            encoding: encoding, protection: AnnouncedProtection(node["fec"]))
    }

    /// A longer name is cut, in Unicode scalars.
    public static let nameLimit = 256
    /// A higher bandwidth counts as not said, in kbit/s.
    public static let bandwidthLimit = 1_000_000_000
}

extension AnnouncedEncoding {
    /// What such media is.
    public var kind: ChannelKind {
        switch self {
        case .alc: .data
        case .flute: .file
        case .rtpTransportStream, .udpTransportStream, .rtpElementaryStream: .video
        }
    }
}

extension AnnouncedProtection {
    /// Reads `fec`; what is absent or cannot be meant is not said, an unknown scheme is none.
    init(_ node: JSONNode?) {
        self.init(
            scheme: node?["scheme"]?.text.flatMap(Scheme.init(rawValue:)) ?? .none,
            matrix: node?["matrix"]?.text.flatMap { $0.utf8.count <= Self.matrixNameLimit ? $0 : nil },
            sourceCount: node?["k"]?.whole(in: 0...65_535) ?? 0, repairCount: node?["r"]?.whole(in: 0...65_535) ?? 0,
            symbolLength: node?["E"]?.whole(in: 0...65_535) ?? 0,
            columns: (node?["columns"] ?? node?["L"])?.whole(in: 0...255) ?? 0,
            rows: (node?["rows"] ?? node?["D"])?.whole(in: 0...255) ?? 0,
            repairPort: node?["repairPort"]?.whole(in: 1...65_535).map { UInt16($0) },
            windowMs: node?["windowMs"]?.whole(in: 0...Self.windowLimitMs) ?? 0)
    }

    /// A longer name of the evaluation points counts as not said, in bytes.
    public static let matrixNameLimit = 32
    /// A longer window counts as not said, in milliseconds.
    public static let windowLimitMs = 600_000
}
