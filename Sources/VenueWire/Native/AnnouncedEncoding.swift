/// How an announced channel's media is carried; the raw values are the words of the announcement's `enc`.
public enum AnnouncedEncoding: String, Hashable, Sendable, CaseIterable {
    /// MPEG-2 transport stream in RTP.
    case rtpTransportStream = "rtp-mp2t"
    /// MPEG-2 transport stream straight in UDP.
    case udpTransportStream = "udp-mp2t"
    /// RTP with any other payload.
    case rtpElementaryStream = "rtp-es"
    /// ALC objects without a file delivery table (RFC 5775): messages.
    case alc
    /// FLUTE (RFC 6726): files.
    case flute
}
