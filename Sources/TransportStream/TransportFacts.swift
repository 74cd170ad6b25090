/// What a channel's transport stream holds, so far or in all.
public struct TransportFacts: Hashable, Sendable {
    /// One PID.
    public struct PID: Hashable, Sendable {
        /// The PID.
        public var pid: UInt16
        /// What its packets are for.
        public var kind: StreamKind
        /// How it is coded, where a map says so.
        public var codec: Codec?
        /// Its packets.
        public var packets: Int
        /// How often its continuity counter did not go on as it must.
        public var continuityErrors: Int
        /// Its packets with `transport_scrambling_control` other than 0.
        public var scrambled: Int
    }

    /// One elementary stream of one program.
    public struct Track: Hashable, Sendable {
        /// The PID that carries it.
        public var pid: UInt16
        /// The number of its program.
        public var program: UInt16
        /// How it is coded.
        public var codec: Codec
        /// Whether the program's map still lists it.
        public var isListed: Bool
        /// Access units of which at least the beginning was seen.
        public var units: Int
        /// Sample rate and channels, for audio whose headers are read.
        public var audio: AudioFormat?
        /// Size of its pictures, for video whose parameter sets are read.
        public var size: PictureSize?
    }

    /// Packets with a sync byte.
    public var packets = 0
    /// Continuity errors on all PIDs: `num_ts_discontinuities`.
    public var discontinuities = 0
    /// Packets sent twice, as the standard allows.
    public var duplicates = 0
    /// Scrambled packets.
    public var scrambled = 0
    /// Packets with `transport_error_indicator`.
    public var transportErrors = 0
    /// Places where a packet should have begun with 47 and did not.
    public var syncByteErrors = 0
    /// How often two such places followed each other, so that packets had to be searched for.
    public var syncLosses = 0
    /// Sections of PAT or PMT whose length or CRC was wrong.
    public var sectionErrors = 0
    /// Adaptation fields or PES headers that contradict themselves.
    public var syntaxErrors = 0
    /// Bytes behind the last whole packet of a datagram, or passed over in search of one.
    public var strayBytes = 0
    /// Packets of PIDs beyond the number that is followed.
    public var untrackedPackets = 0
    /// Every PID followed, in order.
    public var pids: [PID] = []
    /// Every track, in the order in which maps named them.
    public var tracks: [Track] = []
    /// The track that carries the channel's picture time, an index into `tracks`.
    public var lead: Int?
    /// Every program clock, by PID.
    public var clocks: [ClockFacts] = []
    /// The pictures of the first program that has video.
    public var video: VideoFacts?

    /// Nothing seen.
    public init() {}
}
