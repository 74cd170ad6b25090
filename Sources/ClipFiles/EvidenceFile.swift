public import Bytes
public import Clips
public import Evidence
public import History
public import Pipeline
public import Timing

/// The datagrams behind a clip as a capture that any analyzer reads (definitions D6): what came, as it came, with its times.
///
/// It is written as the recorder writes, so that an analysis of it finds the windows behind the clip in the classes that the
/// clip claims. That is tried before it is handed out: where two windows either side are not enough (a grid of SMPTE 2022-1
/// whose repair packets were lost, a stream that is seldom in a transport stream without RTP), there are more.
public struct EvidenceFile: Sendable {
    /// Windows either side that are tried, one count after the other.
    private static let margins = [EvidencePlan.usualMargin, 4, 8, 16, 32, 64]

    /// The capture's bytes (pcapng, bare IP packets); the payloads stay where they lie.
    public let body: SliceList
    /// How the windows behind the clip ended: what an analysis finds.
    public let windows: ClipWindows
    /// Windows either side that it holds.
    public let margin: Int
    /// Whether an analysis of it was tried and found every window in its class.
    public let isProven: Bool
    /// Datagrams in it, announcements among them.
    public let datagrams: Int
    /// The first and the last datagram of the channel.
    public let span: ClosedRange<StreamTime>
    /// Stream time when it was taken.
    public let taken: StreamTime
    /// A strong entity tag, in its quotes.
    public let entityTag: String

    /// Gathers the evidence of a clip made of `stretches` of `history`; `excerpt` takes datagrams out of the channel's store.
    ///
    /// - Throws: `nothingArrived` when none of its datagrams is kept.
    public init(
        of stretches: [PacketStretch], channel: ClipChannel, in history: HistorySnapshot, version: String,
        excerpt: (DatagramStretch) -> ChannelExcerpt?
    ) throws(EvidenceFailure) {
        var best: EvidenceDraft?
        for margin in Self.margins {
            let plan = EvidencePlan(of: stretches, in: history, margin: margin)
            if let best, best.plan.packets == plan.packets { break }
            guard let stretch = plan.stretch, let excerpt = excerpt(stretch),
                let draft = EvidenceDraft(plan, excerpt, history)
            else { break }
            best = draft
            if draft.isProven { break }
        }
        guard let best else { throw .nothingArrived }
        body = best.write(of: channel, version: version)
        windows = best.plan.windows
        margin = best.plan.margin
        isProven = best.isProven
        datagrams = best.packets.count
        span = best.span
        taken = best.excerpt.now
        entityTag = best.entityTag(of: channel)
    }
}

/// Why there is no evidence.
public enum EvidenceFailure: Error, Hashable, Sendable {
    /// None of the datagrams is kept, or none came.
    case nothingArrived
}

extension EvidenceFailure: CustomStringConvertible {
    /// One sentence that says what to do.
    public var description: String {
        switch self {
        case .nothingArrived: "no datagram of the window arrived, or none is kept any more; ask for a later window"
        }
    }
}
