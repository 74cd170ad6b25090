public import NetworkFormats

/// One run of an RTP flow: the packets of one source between two restarts of its numbering.
public struct RTPRunFacts: Hashable, Sendable {
    /// Whose numbers these are.
    public var ssrc: UInt32
    /// The first packet's arrival.
    public var first: Moment
    /// The last packet's arrival.
    public var last: Moment
    /// Lowest extended sequence number of the run.
    public var firstNumber: Int64
    /// Highest extended sequence number of the run.
    public var lastNumber: Int64
    /// Distinct packets that arrived.
    public var received: Int

    /// States a run's facts.
    public init(
        ssrc: UInt32, first: Moment, last: Moment, firstNumber: Int64, lastNumber: Int64, received: Int
    ) {
        self.ssrc = ssrc
        self.first = first
        self.last = last
        self.firstNumber = firstNumber
        self.lastNumber = lastNumber
        self.received = received
    }

    /// Packets that were sent.
    public var expected: Int { Int(lastNumber - firstNumber) + 1 }
    /// Packets that never arrived.
    public var lost: Int { expected - received }
}
