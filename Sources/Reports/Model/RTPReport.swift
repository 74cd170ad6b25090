/// RTP's numbers before repair (RFC 3550, RFC 4737).
public struct RTPReport: Sendable, Equatable {
    /// The last run's synchronization source.
    public var ssrc: UInt32
    /// Packets that were sent, as far as the numbers tell.
    public var expected: Int
    /// Different packets that arrived.
    public var received: Int
    /// Expected packets that never arrived.
    public var lost: Int
    /// Packets that arrived again.
    public var duplicates: Int
    /// Packets that arrived behind a later one.
    public var reordered: Int
    /// The farthest that a packet was behind, in packets.
    public var reorderDepth: Int
    /// Packets that arrived after their window had closed.
    public var late: Int
    /// Interarrival jitter after the last packet, in milliseconds.
    public var jitterMs: Double
    /// The largest interarrival jitter, in milliseconds.
    public var jitterMaxMs: Double
    /// How often the numbering started anew.
    public var sequenceResets: Int
    /// The runs of one numbering each, in order.
    public var runs: [RTPRun]
    /// The first packet behind a hole; told in the finding.
    public var firstLoss: Occurrence?

    /// The numbers of all runs together.
    public init(
        ssrc: UInt32, expected: Int, received: Int, lost: Int, duplicates: Int = 0, reordered: Int = 0,
        reorderDepth: Int = 0, late: Int = 0, jitterMs: Double = 0, jitterMaxMs: Double = 0, sequenceResets: Int = 0,
        runs: [RTPRun] = [], firstLoss: Occurrence? = nil
    ) {
        self.ssrc = ssrc
        self.expected = expected
        self.received = received
        self.lost = lost
        self.duplicates = duplicates
        self.reordered = reordered
        self.reorderDepth = reorderDepth
        self.late = late
        self.jitterMs = jitterMs
        self.jitterMaxMs = jitterMaxMs
        self.sequenceResets = sequenceResets
        self.runs = runs
        self.firstLoss = firstLoss
    }
}
