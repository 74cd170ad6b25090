public import Timing

/// The packets of one sender and one numbering, between two resets.
public struct RTPRun: Sendable, Equatable {
    /// The synchronization source.
    public var ssrc: UInt32
    /// The lowest 16-bit sequence number among the run's first packets.
    public var firstSequence: UInt16
    /// Packets that were sent, as far as the numbers tell.
    public var expected: Int
    /// Different packets that arrived.
    public var received: Int
    /// When the first one arrived.
    public var start: StreamTime
    /// When the last one arrived.
    public var end: StreamTime

    /// One run's numbers.
    public init(
        ssrc: UInt32, firstSequence: UInt16, expected: Int, received: Int, start: StreamTime, end: StreamTime
    ) {
        self.ssrc = ssrc
        self.firstSequence = firstSequence
        self.expected = expected
        self.received = received
        self.start = start
        self.end = end
    }
}
