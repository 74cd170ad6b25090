public import NetworkFormats

/// One channel: what it is, what arrived, what was lost before repair and what is whole after it.
///
/// A section that does not apply is nil and absent from the report: `rtp` and `loss` of plain UDP, `transport` and
/// `video` of elementary streams and of captures that kept only the beginnings of frames.
public struct ChannelReport: Sendable, Equatable {
    /// What a user picks.
    public enum Kind: String, Sendable, CaseIterable {
        /// Pictures and sound.
        case video
        /// Messages.
        case data
        /// Files.
        case file
    }

    /// How the channel became known.
    public enum Origin: String, Sendable, CaseIterable {
        /// By an announcement, SAP included.
        case announced
        /// By its packets.
        case detected
        /// By someone who publishes it to this server.
        case published
    }

    /// What its datagrams carry.
    public enum Carriage: String, Sendable, CaseIterable {
        /// A transport stream in RTP (RFC 2250).
        case rtpTransportStream = "rtp-mp2t"
        /// A transport stream straight in UDP.
        case udpTransportStream = "udp-mp2t"
        /// RTP with any other payload.
        case rtpElementaryStream = "rtp-es"
        /// Objects over ALC (RFC 5775).
        case alc
        /// Files over FLUTE (RFC 6726).
        case flute
        /// A stream published to this server.
        case published
    }

    /// The first 12 hexadecimal digits of the SHA-256 of the channel's kind and flow.
    public var id: String
    /// The announced name, or "group:port".
    public var name: String
    /// What a user picks.
    public var kind: Kind
    /// How the channel became known.
    public var origin: Origin
    /// False when an announcement of the channel was refused for its Streamer or its field of use; nil, which counts as
    /// true, when nothing was announced.
    public var licensed: Bool?
    /// The group, or the unicast address, the datagrams go to.
    public var group: IPAddress
    /// The UDP port they go to.
    public var port: UInt16
    /// Who sends them; nil while nothing came.
    public var source: IPAddress?
    /// What the datagrams carry.
    public var carriage: Carriage
    /// Whether the capture kept only the beginnings of the channel's frames.
    public var isTruncated: Bool
    /// RTP's numbers before repair.
    public var rtp: RTPReport?
    /// The holes before repair.
    public var loss: LossReport?
    /// Forward error correction.
    public var fec: FECReport?
    /// The protection windows and how they ended.
    public var windows: WindowsReport?
    /// The link indicator.
    public var link: LinkReport?
    /// The transport stream after repair.
    public var transport: TransportReport?
    /// The pictures after repair.
    public var video: VideoReport?
    /// What came of a data or file channel.
    public var objects: ObjectsReport?
    /// The messages of a data channel.
    public var messages: MessagesReport?
    /// The files of a file channel, in the order in which they were first listed, bounded.
    public var files: [FileReport]?
    /// Received bits of media per second of stream time, in kilobits.
    public var bitrateKbps: Double
    /// Silences of ten seconds and more in the middle of the flow; they are in no window.
    public var interruptions = 0
    /// The longest of them, in seconds.
    public var longestInterruption = 0.0
    /// Where the first of them ended; told in the finding.
    public var firstInterruption: Occurrence?

    /// A channel with those of its sections that apply.
    public init(
        id: String, name: String, kind: Kind = .video, origin: Origin = .detected, licensed: Bool? = nil,
        group: IPAddress, port: UInt16, source: IPAddress?, carriage: Carriage, isTruncated: Bool = false,
        rtp: RTPReport? = nil, loss: LossReport? = nil, fec: FECReport? = nil, windows: WindowsReport? = nil,
        link: LinkReport? = nil, transport: TransportReport? = nil, video: VideoReport? = nil,
        objects: ObjectsReport? = nil,
        messages: MessagesReport? = nil, files: [FileReport]? = nil, bitrateKbps: Double = 0
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.origin = origin
        self.licensed = licensed
        self.group = group
        self.port = port
        self.source = source
        self.carriage = carriage
        self.isTruncated = isTruncated
        self.rtp = rtp
        self.loss = loss
        self.fec = fec
        self.windows = windows
        self.link = link
        self.transport = transport
        self.video = video
        self.objects = objects
        self.messages = messages
        self.files = files
        self.bitrateKbps = bitrateKbps
    }
}
