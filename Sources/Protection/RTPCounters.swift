/// What the sequence numbers of a flow say, before any repair, over all its runs.
public struct RTPCounters: Hashable, Sendable {
    /// Packets that were sent: the sum over the runs of highest minus lowest number plus one.
    public var expected = 0
    /// Distinct packets that arrived.
    public var received = 0
    /// Packets whose number had arrived before.
    public var duplicates = 0
    /// First arrivals below the highest number so far.
    public var reordered = 0
    /// Largest distance of a reordered packet from the highest number.
    public var reorderDepth = 0
    /// Reordered packets that came after their window had closed.
    public var late = 0
    /// Packets that fit no run: strays far from the numbering, or below a run's base.
    public var ignored = 0
    /// How often the sender's numbers began anew.
    public var sequenceResets = 0
    /// Interarrival jitter after the last packet in milliseconds (RFC 3550, 6.4.1), duplicates left out.
    public var jitterMs = 0.0
    /// Highest value of the jitter in milliseconds.
    public var jitterMaxMs = 0.0

    /// Zeros.
    public init() {}

    /// Packets that never arrived: expected minus received.
    public var lost: Int { expected - received }
}
