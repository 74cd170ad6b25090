import Bytes
import NetworkFormats
import VenueWire

extension SenderSpec {
    /// The announcement: a SAP message with a session description of one RTP/MP2T stream (RFC 2974, RFC 8866, RFC 3551).
    public var announcement: [UInt8] {
        let session = UInt64(destination.address.low << 16) | UInt64(destination.port)
        var description = SessionDescription(
            origin: SessionOrigin(sessionID: "\(session)", version: "1", address: "\(source.address)"), name: name)
        description.connection = SessionConnection(
            address: destination.address, timeToLive: destination.address.isIPv6 ? nil : 1)
        var media = SessionMedia(kind: "video", port: destination.port, transport: "RTP/AVP", formats: ["33"])
        media.bandwidths = [SessionBandwidth("AS", UInt64(max(1, material.bitRate / 1_000)))]
        media.attributes = [SessionAttribute("rtpmap", "33 MP2T/90000"), SessionAttribute("recvonly")]
        description.media = [media]
        var text = ByteWriter(capacity: 256)
        description.write(to: &text)
        var hash: UInt32 = 0
        for byte in text.bytes { hash = (hash &* 31 &+ UInt32(byte)) % 65_535 }
        let message = SAPPacket(
            messageHash: UInt16(hash + 1), origin: source.address, payloadType: SAPPacket.sessionDescriptionType,
            payload: text.bytes)
        var writer = ByteWriter(capacity: text.count + 32)
        message.write(to: &writer)
        return writer.bytes
    }
}
