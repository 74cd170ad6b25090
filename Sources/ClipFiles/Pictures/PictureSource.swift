public import Clips
public import History
public import TransportStream

/// What pictures of a channel are decoded from, as it was at one moment.
public struct PictureSource: Sendable {
    /// The media and the index.
    public let history: HistorySnapshot
    /// What is known of the stream: its tracks.
    public let facts: TransportFacts
    let excerpt: MediaExcerpt

    /// Takes what is kept of `channel`.
    public init(_ history: HistorySnapshot, facts: TransportFacts, of channel: ClipChannel) {
        self.history = history
        self.facts = facts
        excerpt = MediaExcerpt(history, packetLength: channel.packetLength)
    }

    /// How the pictures around `plan` are coded; throws when they are none, or cannot be decoded here.
    public func codec(of plan: PicturePlan) throws(PictureFailure) -> Codec {
        let lead = history[plan.target.chunk].lead
        guard facts.tracks.indices.contains(lead), facts.tracks[lead].codec.kind == .video else { throw .noVideo }
        let codec = facts.tracks[lead].codec
        switch codec {
        case .h264, .hevc, .mpeg1video, .mpeg2video: return codec
        default: throw .codec(codec)
        }
    }
}
