import NetworkFormats

extension VenueAnnouncement {
    /// The name of the protocol, which every body bears as `proto`.
    public static let protocolName = "svm"

    /// The body: JSON whose keys have a fixed order, without spaces; what is not said is left out.
    public func jsonBody() -> [UInt8] { body(withSequence: true) }

    /// The hash of the body without `seq`, by which SAP tells one version of an announcement from another; never 0
    /// (definitions C8).
    public var messageHash: UInt16 {
        let hash = CRC16.checksum(of: body(withSequence: false))
        return hash == 0 ? 1 : hash
    }

    private func body(withSequence: Bool) -> [UInt8] {
        var json = JSONObjectWriter()
        json.add("proto", Self.protocolName)
        json.add("version", version)
        json.add("streamer") { json in
            json.add("id", streamer.id)
            json.addUnlessEmpty("name", streamer.name)
        }
        json.add("sessionId", sessionID)
        json.addUnlessEmpty("title", title)
        json.add("periodMs", periodMs)
        if withSequence { json.add("seq", sequence) }
        json.add("license") { json in
            json.addUnlessEmpty("venueName", license.venueName)
            json.addUnlessEmpty("contentOwner", license.contentOwner)
            json.addUnlessEmpty("appDeveloper", license.appDeveloper)
        }
        json.add("channel") { channel.write(to: &$0) }
        return json.finished
    }
}

extension AnnouncedChannel {
    func write(to json: inout JSONObjectWriter) {
        json.add("kind", kind.rawValue)
        json.add("sessionNum", sessionNumber)
        json.add("name", name)
        json.addUnlessEmpty("text", text)
        json.addUnlessZero("bandwidthKbps", bandwidthKbps)
        json.add("addr", "\(destination.address)")
        json.add("port", destination.port)
        if let source { json.add("ssm", "\(source)") }
        json.add("enc", encoding.rawValue)
        if kind != .video { json.add("tsi", sessionNumber) }
        json.add("fec") { protection.write(to: &$0, for: kind) }
    }
}

extension AnnouncedProtection {
    /// The FEC encoding IDs of Reed-Solomon: RFC 6865 for packets, RFC 5510 for objects.
    private static func encodingID(for kind: ChannelKind) -> Int { kind == .video ? 8 : 5 }

    func write(to json: inout JSONObjectWriter, for kind: ChannelKind) {
        json.add("scheme", scheme.rawValue)
        if scheme == .reedSolomon { json.add("encodingId", Self.encodingID(for: kind)) }
        if let matrix { json.add("matrix", matrix) }
        json.addUnlessZero("k", sourceCount)
        json.addUnlessZero("r", repairCount)
        json.addUnlessZero("E", symbolLength)
        json.addUnlessZero("columns", columns)
        json.addUnlessZero("rows", rows)
        if let repairPort { json.add("repairPort", repairPort) }
        json.addUnlessZero("windowMs", windowMs)
    }
}
