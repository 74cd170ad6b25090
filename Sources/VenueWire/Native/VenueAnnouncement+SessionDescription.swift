import Bytes
public import NetworkFormats

extension VenueAnnouncement {
    /// The time to live that a description names when the caller does not say.
    public static let usualTimeToLive: UInt8 = 15

    /// The channel for standard players: one media line, the group at session level; nil for what they cannot play.
    ///
    /// More than one media line makes players give up, and some overlook an address below it. A channel protected by
    /// Reed-Solomon says so as RFC 6364 does; players pass over the trailer.
    public func sessionDescription(
        from origin: IPAddress, version: UInt64 = 1, timeToLive: UInt8 = usualTimeToLive
    ) -> SessionDescription? {
        let isRTP = channel.encoding == .rtpTransportStream
        guard isRTP || channel.encoding == .udpTransportStream else { return nil }
        let address = channel.destination.address
        var session = SessionDescription(
            origin: SessionOrigin(
                sessionID: "\(descriptionNumber)", version: "\(version)", address: "\(origin)"),
            name: channel.name)
        if !channel.text.isEmpty { session.title = channel.text }
        session.connection = SessionConnection(
            address: address, timeToLive: address.isMulticast && !address.isIPv6 ? timeToLive : nil)
        if let source = channel.source {
            session.attributes.append(
                SessionAttribute("source-filter", " incl IN \(source.isIPv6 ? "IP6" : "IP4") \(address) \(source)"))
        }
        var media = SessionMedia(
            kind: "video", port: channel.destination.port, transport: isRTP ? "RTP/AVP" : "udp", formats: ["33"])
        if channel.bandwidthKbps > 0 {
            media.bandwidths.append(SessionBandwidth("TIAS", UInt64(channel.bandwidthKbps) * 1_000))
        }
        if isRTP { media.attributes.append(SessionAttribute("rtpmap", "33 MP2T/90000")) }
        media.attributes += channel.protection.descriptionAttributes
        session.media = [media]
        return session
    }

    /// The payload of the datagram that announces the channel to standard players, or with `isDeletion` withdraws it;
    /// nil for what they cannot play.
    public func standardDatagram(
        from origin: IPAddress, version: UInt64 = 1, timeToLive: UInt8 = usualTimeToLive, isDeletion: Bool = false
    ) -> [UInt8]? {
        guard let session = sessionDescription(from: origin, version: version, timeToLive: timeToLive) else {
            return nil
        }
        var body = ByteWriter(capacity: 512)
        session.write(to: &body)
        let hash = CRC16.checksum(of: body.bytes)
        // A deletion carries the origin line alone (RFC 2974, section 4).
        let payload = isDeletion ? Array("o=\(session.origin.text)\r\n".utf8) : body.bytes
        var writer = ByteWriter(capacity: 1_024)
        SAPPacket(
            isDeletion: isDeletion, messageHash: hash == 0 ? 1 : hash, origin: origin,
            payloadType: SAPPacket.sessionDescriptionType, payload: payload
        ).write(to: &writer)
        return writer.bytes
    }

    /// A number that this session of this channel keeps (FNV-1a of its names, 32 bits).
    private var descriptionNumber: UInt32 {
        "\(streamer.id)|\(sessionID)|\(channel.kind.rawValue)|\(channel.sessionNumber)".utf8
            .reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}

extension AnnouncedProtection {
    /// The lines of RFC 6364 for a source flow with a trailer and its repair flow.
    fileprivate var descriptionAttributes: [SessionAttribute] {
        guard scheme == .reedSolomon else { return [] }
        var lines = [
            SessionAttribute("fec-source-flow", " id=0; tag-len=\(SourceBlockID.length)"),
            SessionAttribute(
                "fec-repair-flow", " encoding-id=8; fssi=" + (symbolLength > 0 ? "E:\(symbolLength)," : "") + "S:0,m:8"),
        ]
        if windowMs > 0 { lines.append(SessionAttribute("repair-window", "\(windowMs)ms")) }
        return lines
    }
}
