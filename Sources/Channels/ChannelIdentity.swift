import Kernels
public import NetworkFormats
public import VenueWire

/// What makes a channel this one, fixed when it was first seen (definitions C4).
public struct ChannelIdentity: Hashable, Sendable {
    /// The channel's place in the order in which channels were found, from 0.
    public var index: Int32
    /// Twelve hexadecimal digits that survive renaming, adoption and restarts.
    public var id: String
    /// Where its media goes: group, or unicast address, and port.
    public var destination: Endpoint
    /// The sender's address; the sender's port is no part of a channel.
    public var source: IPAddress
    /// The SSRC when it was found; nil without RTP.
    public var synchronizationSource: UInt32?
    /// How its media is carried.
    public var carriage: Carriage
    /// Bytes of one transport stream packet, 188 or 204; nil for an elementary stream.
    public var packetLength: Int?
    /// The RTP payload type when it was found; nil without RTP.
    public var payloadType: UInt8?
    /// The datagram that it was first seen in.
    public var firstSeen: Moment
    /// What it carries.
    public var kind = ChannelKind.video
    /// The TSI of a data or file channel; nil for video.
    public var transportSession: UInt64?

    /// The id that the first sender of an announced flow gives its channel: that of "kind|group|port", for data and files
    /// "|TSI" more.
    public static func usualID(of channel: AnnouncedChannel) -> String {
        guard channel.kind != .video else { return id(of: canonicalText(channel.destination, [])) }
        return id(of: objectText(channel.kind, channel.destination, UInt64(channel.sessionNumber)))
    }

    /// The canonical text of a data or file channel: "data|group|port|TSI".
    static func objectText(_ kind: ChannelKind, _ destination: Endpoint, _ session: UInt64) -> String {
        [kind.rawValue, "\(destination.address)", "\(destination.port)", "\(session)"].joined(separator: "|")
    }

    /// The first 12 hexadecimal digits of the SHA-256 of `text`, such as "video|239.1.1.1|5000".
    static func id(of text: String) -> String {
        var id = ""
        for byte in SHA256.digest(of: Array(text.utf8)).prefix(6) {
            let digits = String(byte, radix: 16)
            id += digits.count == 1 ? "0" + digits : digits
        }
        return id
    }

    /// The canonical text of a flow: "video|group|port", for a second sender "|source" more, for a second stream of one
    /// sender "|source|ssrc" (such as "0x1fa313a2"), or "|source|udp-mp2t" when that stream has no RTP.
    static func canonicalText(_ destination: Endpoint, _ further: [String]) -> String {
        (["video", "\(destination.address)", "\(destination.port)"] + further).joined(separator: "|")
    }

    /// "0x" and eight hexadecimal digits.
    static func text(ofSource source: UInt32) -> String {
        let digits = String(source, radix: 16)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
