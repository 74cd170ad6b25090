import Bytes
public import NetworkFormats

extension VenueAnnouncement {
    /// The payload type of the venue's announcements.
    public static let payloadType = "application/json"
    /// Longer bodies are sent compressed, in bytes.
    public static let plainLimit = 1_200

    /// The announcement in SAP (RFC 2974) as the Streamer at `origin` sends it; a deletion carries the last body
    /// (definitions C8).
    public func sapPacket(from origin: IPAddress, isDeletion: Bool = false) -> SAPPacket {
        let body = jsonBody()
        var packet = SAPPacket(
            isDeletion: isDeletion, messageHash: messageHash, origin: origin, payloadType: Self.payloadType,
            payload: body)
        packet.isCompressed = body.count > Self.plainLimit
        return packet
    }

    /// The payload of the datagram that announces, or with `isDeletion` withdraws, the channel.
    public func datagram(from origin: IPAddress, isDeletion: Bool = false) -> [UInt8] {
        var writer = ByteWriter(capacity: 1_500)
        sapPacket(from: origin, isDeletion: isDeletion).write(to: &writer)
        return writer.bytes
    }
}

extension SAPPacket {
    /// Whether the payload is an announcement of the venue.
    public var isVenueAnnouncement: Bool { payloadType == VenueAnnouncement.payloadType }
}
