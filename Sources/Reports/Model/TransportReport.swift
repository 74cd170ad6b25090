/// The transport stream after repair (ISO/IEC 13818-1).
public struct TransportReport: Sendable, Equatable {
    /// TS packets.
    public var packets: Int
    /// The length of a packet on the wire: 188, or 204 with 16 bytes of check bytes.
    public var packetBytes: Int
    /// Breaks of the continuity counters, all PIDs together.
    public var discontinuities: Int
    /// One entry per PID, in rising order.
    public var pids: [PIDReport]
    /// One entry per PID that carries a clock, in rising order.
    public var clocks: [ClockReport]
    /// The datagram with the first break; told in the finding.
    public var firstDiscontinuity: Occurrence?

    /// A transport stream's counters.
    public init(
        packets: Int, packetBytes: Int = 188, discontinuities: Int = 0, pids: [PIDReport] = [],
        clocks: [ClockReport] = [], firstDiscontinuity: Occurrence? = nil
    ) {
        self.packets = packets
        self.packetBytes = packetBytes
        self.discontinuities = discontinuities
        self.pids = pids
        self.clocks = clocks
        self.firstDiscontinuity = firstDiscontinuity
    }
}
