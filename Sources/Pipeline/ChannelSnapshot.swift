public import Channels
public import History
public import NetworkFormats
public import Protection
public import Quality
public import TransportStream

/// A channel's numbers at one moment.
public struct ChannelSnapshot: Sendable {
    /// What only RTP has: the numbers before repair.
    public struct Sequence: Sendable {
        /// Expected, received, lost and the other counters.
        public var counters: RTPCounters
        /// The shape of what was lost.
        public var loss: LossCounters
        /// How the flow is protected.
        public var protection: ProtectionCounters
        /// The runs one by one, oldest first, bounded.
        public var runs: [RTPRunFacts]
    }

    /// Who the channel is.
    public var identity: ChannelIdentity
    /// Numbers of an RTP channel; nil for transport streams bare over UDP.
    public var sequence: Sequence?
    /// Windows by class.
    public var windows: WindowCounters
    /// The link indicator and its changes.
    public var link: LinkIndicator
    /// The stream after repair; nil without a transport stream and for captures that cut datagrams.
    public var transport: TransportFacts?
    /// Whether the capture cut any datagram of the channel.
    public var isTruncated: Bool
    /// Received media in kbit/s.
    public var bitrateKbps: Double
    /// Datagrams that the receiver itself lost just before one of this channel.
    public var receiverDrops: Int
    /// Datagrams that are held until they are in order and repaired.
    public var heldDatagrams: Int
    /// Bytes of them.
    public var heldBytes: Int
    /// The first media datagram.
    public var first: Moment?
    /// The last media datagram.
    public var last: Moment?
    /// Long silences in the middle of the channel.
    public var interruptions: Interruptions
    /// Where something first went wrong, by kind.
    public var firsts: FirstTroubles
    /// What is noteworthy about the channel's protection, bounded.
    public var notes: [ProtectionNote]
    /// Bytes of memory that the history takes, its datagrams and its index; 0 when nothing is kept.
    public var historyBytes: Int
    /// The media and the access units that are kept; nil when nothing is kept.
    public var history: HistorySnapshot?
    /// Messages and files of a data or file channel; nil for video.
    public var objects: ObjectSnapshot? = nil
}

/// Where each kind of trouble first showed, for someone who opens the capture beside the report.
public struct FirstTroubles: Hashable, Sendable {
    /// The moment at which the first missing packet was rebuilt or given up.
    public var loss: Moment?
    /// The moment at which the first loss was given up.
    public var unrecovered: Moment?
    /// The datagram that showed the first continuity error after repair.
    public var discontinuity: Moment?
    /// The moment at which the first window failed.
    public var failedWindow: Moment?

    /// No trouble.
    public init() {}
}
