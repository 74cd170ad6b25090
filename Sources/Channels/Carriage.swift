/// How a channel's media is carried; the raw values are the report's words.
public enum Carriage: String, Hashable, Sendable {
    /// MPEG-2 transport stream packets in RTP (RFC 2250).
    case rtpTransportStream = "rtp-mp2t"
    /// MPEG-2 transport stream packets straight in UDP.
    case udpTransportStream = "udp-mp2t"
    /// RTP with any other payload.
    case rtpElementaryStream = "rtp-es"
    /// ALC objects without a file delivery table (RFC 5775): messages.
    case alc
    /// FLUTE (RFC 6726): files.
    case flute

    /// Whether packets have RTP headers.
    public var isRTP: Bool { self == .rtpTransportStream || self == .rtpElementaryStream }

    /// Whether packets carry a transport stream.
    public var isTransportStream: Bool { self == .rtpTransportStream || self == .udpTransportStream }

    /// Whether packets carry objects: messages or files.
    public var isObjects: Bool { self == .alc || self == .flute }
}
