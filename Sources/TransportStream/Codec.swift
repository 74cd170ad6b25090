/// How an elementary stream is coded; the raw value is the name in reports.
public enum Codec: String, Hashable, Sendable {
    case mpeg1video, mpeg2video, mpeg4, h264, hevc, vvc, av1, vc1, avs, jpeg2000
    case mp1, mp2, mp3, aac, ac3, eac3, ac4, dts, opus, s302m
    /// MPEG audio whose layer is not known yet.
    case mpegAudio = "mpeg_audio"
    /// AAC in LATM.
    case aacLATM = "aac_latm"
    case dvbSubtitle = "dvb_subtitle"
    case dvbTeletext = "dvb_teletext"
    case aribCaption = "arib_caption"
    case scte35 = "scte_35"
    case timedID3 = "timed_id3"
    case klv
    /// Private sections, carousels and the like.
    case sections
    /// Private PES data that no descriptor names.
    case privateData = "private"
    case unknown

    /// What a viewer makes of it.
    public var kind: StreamKind {
        switch self {
        case .mpeg1video, .mpeg2video, .mpeg4, .h264, .hevc, .vvc, .av1, .vc1, .avs, .jpeg2000: .video
        case .mp1, .mp2, .mp3, .mpegAudio, .aac, .aacLATM, .ac3, .eac3, .ac4, .dts, .opus, .s302m: .audio
        case .dvbSubtitle, .dvbTeletext, .aribCaption: .subtitle
        case .scte35, .timedID3, .klv, .sections, .privateData: .data
        case .unknown: .unknown
        }
    }

    /// Whether the stream comes as PES packets with time stamps.
    var isPacketized: Bool { self != .sections && self != .scte35 }
}
