/// How a channel's media is carried; the raw values are the report's words.
public enum Carriage: String, Hashable, Sendable {
    /// MPEG-2 transport stream packets in RTP (RFC 2250).
    case rtpTransportStream = "rtp-mp2t"
    /// MPEG-2 transport stream packets straight in UDP.
    case udpTransportStream = "udp-mp2t"
    /// RTP with any other payload.
    case rtpElementaryStream = "rtp-es"

    /// Whether packets have RTP headers.
    public var isRTP: Bool { self != .udpTransportStream }

    /// Whether packets carry a transport stream.
    public var isTransportStream: Bool { self != .rtpElementaryStream }
}
