public import NetworkFormats
public import Timing

/// One channel that is sent for ever from a transport stream: RTP/MP2T, its protection, its announcement and its losses.
///
/// Everything that chance decides, SSRC and first numbers included, follows from `seed`: equal specifications give equal
/// bytes.
public struct SenderSpec: Sendable {
    /// Where and how often the channel is announced (SAP with SDP, RFC 2974).
    public struct Announcing: Hashable, Sendable {
        /// The group and port of the announcements.
        public var destination: Endpoint
        /// How much time passes from one to the next.
        public var period: StreamDuration

        /// Announces to `destination`, by default to the site's own group, once at the start and then every 5 s.
        public init(
            to destination: Endpoint = Endpoint(IPAddress(v4: 0xefff_ffff), 9_875),
            every period: StreamDuration = StreamDuration(seconds: 5)
        ) {
            self.destination = destination
            self.period = period
        }
    }

    /// The name that the announcement tells.
    public var name: String
    /// The transport stream.
    public var material: LoopMaterial
    /// The base of the first program clock; that of the file when nil.
    public var firstClock: MediaTimestamp?
    /// The sender's address, as the announcement tells it, and its media's source port.
    public var source: Endpoint
    /// The group and port of the media; columns of the protection go to port + 2 and rows to port + 4.
    public var destination: Endpoint
    /// Transport packets in a datagram, 1…7.
    public var packetsPerDatagram: Int
    /// SMPTE 2022-1 protection; nil for none.
    public var parity: ParityLayout?
    /// What the network does; outages count from the first packet of the venue.
    public var impairment: Impairment
    /// How the channel is announced; nil for not at all.
    public var announcing: Announcing?
    /// When the first packet is sent, counted from the start of the venue.
    public var start: StreamDuration
    /// The number from which every chance follows.
    public var seed: UInt64

    /// A perfect, unprotected, announced channel unless told otherwise.
    public init(
        name: String, material: LoopMaterial, firstClock: MediaTimestamp? = nil,
        source: Endpoint = Endpoint(IPAddress(v4: 0x7f00_0001), 5_000), destination: Endpoint,
        packetsPerDatagram: Int = 7, parity: ParityLayout? = nil, impairment: Impairment = Impairment(),
        announcing: Announcing? = Announcing(), start: StreamDuration = .zero, seed: UInt64 = 1
    ) {
        self.name = name
        self.material = material
        self.firstClock = firstClock
        self.source = source
        self.destination = destination
        self.packetsPerDatagram = packetsPerDatagram
        self.parity = parity
        self.impairment = impairment
        self.announcing = announcing
        self.start = start
        self.seed = seed
    }
}
