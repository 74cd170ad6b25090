/// One PID of a transport stream.
public struct PIDReport: Sendable, Equatable {
    /// The PID, 0 to 8191.
    public var pid: UInt16
    /// What the PID carries, such as "video", "audio", "psi", "pcr", "null" or "private".
    public var kind: String
    /// The codec's short name, such as "h264" or "aac"; nil when the PID carries none or none that is known.
    public var codec: String?
    /// TS packets with this PID.
    public var packets: Int
    /// Breaks of its continuity counter.
    public var continuityErrors: Int
    /// TS packets whose payload is scrambled.
    public var scrambled: Int

    /// One PID's counters.
    public init(
        pid: UInt16, kind: String, codec: String? = nil, packets: Int, continuityErrors: Int = 0, scrambled: Int = 0
    ) {
        self.pid = pid
        self.kind = kind
        self.codec = codec
        self.packets = packets
        self.continuityErrors = continuityErrors
        self.scrambled = scrambled
    }
}
