public import NetworkFormats
public import Timing

/// One sender of one channel: what it sends, when, and what the network does to it.
///
/// A second sender of the same group is another specification with the same `destination` and another `source`; two
/// SSRCs of one sender are two specifications with the same addresses.
public struct ChannelSpec: Hashable, Sendable {
    /// How media lies in datagrams.
    public enum Carriage: String, Hashable, Sendable {
        /// RTP with transport packets.
        case rtpTransport = "rtp-mp2t"
        /// Transport packets alone.
        case udpTransport = "udp-mp2t"
        /// RTP with something else.
        case rtpElementary = "rtp-es"
    }

    /// Something that the sender does before one of its source packets.
    public struct Event: Hashable, Sendable {
        /// What it does.
        public enum Kind: Hashable, Sendable {
            /// It waits; numbers go on.
            case pause
            /// It starts again with another SSRC and sequence number: a new run.
            case restart(synchronizationSource: UInt32, sequenceNumber: UInt16)
        }

        /// The source packet, counted from 0, before which it happens.
        public var index: Int
        /// How long nothing is sent.
        public var silence: StreamDuration
        /// What it does.
        public var kind: Kind

        /// Does `kind` after `silence`, before source packet `index`.
        public init(index: Int, silence: StreamDuration, kind: Kind) {
            self.index = index
            self.silence = silence
            self.kind = kind
        }
    }

    /// Who sends.
    public var source: Endpoint
    /// The group and port of the media.
    public var destination: Endpoint
    /// How media lies in datagrams.
    public var carriage: Carriage
    /// The stream inside; for elementary streams only its bit rate counts.
    public var transport: TransportSpec
    /// Transport packets in a datagram, 1…7.
    public var packetsPerDatagram: Int
    /// When above `packetsPerDatagram`: datagrams hold a number of packets between the two, by turns.
    public var largestDatagram: Int
    /// Bytes of a transport packet on the wire, 188 or 204; 204 with `udpTransport` only.
    public var packetSize: Int
    /// The RTP headers.
    public var rtp: RTPSpec
    /// SMPTE 2022-1 protection; nil for none.
    public var parity: ParityLayout?
    /// Reed-Solomon protection, only for the known answer; nil for none.
    var blocks: BlockLayout?
    /// Whether an announcement told of the channel and its protection before its first packet.
    var isAnnounced = false
    /// The first sequence numbers of the column and the row flow.
    public var repairNumbers: [UInt16]
    /// What the sender does on the way, by rising index.
    public var events: [Event]
    /// What the network does.
    public var impairment: Impairment
    /// When the first packet is sent, counted from the start of the venue.
    public var start: StreamDuration
    /// How many source packets are sent in all.
    public var datagrams: Int
    /// How many of the first source packets nobody captured, and what was sent before them.
    public var joinedAfter: Int
    /// The number from which every chance follows.
    public var seed: UInt64

    /// A perfect, unprotected channel unless told otherwise.
    public init(
        source: Endpoint, destination: Endpoint, carriage: Carriage = .rtpTransport, transport: TransportSpec,
        packetsPerDatagram: Int = 7, largestDatagram: Int = 0, packetSize: Int = 188,
        rtp: RTPSpec = RTPSpec(synchronizationSource: 0x5354_4144), parity: ParityLayout? = nil,
        repairNumbers: [UInt16] = [0, 0], events: [Event] = [], impairment: Impairment = Impairment(),
        start: StreamDuration = .zero, datagrams: Int, joinedAfter: Int = 0, seed: UInt64 = 1
    ) {
        self.source = source
        self.destination = destination
        self.carriage = carriage
        self.transport = transport
        self.packetsPerDatagram = packetsPerDatagram
        self.largestDatagram = largestDatagram
        self.packetSize = packetSize
        self.rtp = rtp
        self.parity = parity
        self.repairNumbers = repairNumbers
        self.events = events
        self.impairment = impairment
        self.start = start
        self.datagrams = datagrams
        self.joinedAfter = joinedAfter
        self.seed = seed
    }
}
