public import PacketIO
public import Timing

/// How the threads of a live venue are doing.
public struct LiveHealth: Sendable {
    /// Stream time now; nil before the first datagram and the first silence.
    public var now: StreamTime?
    /// Seconds since the reading thread last came round, on the monotonic clock.
    public var secondsSinceTurn: Double
    /// Whether nothing comes any more: the capture has ended, or the venue was stopped.
    public var isFinished: Bool
    /// Datagrams taken so far.
    public var datagrams: UInt64
    /// Datagrams that this machine lost before they could be read.
    public var receiverDrops: UInt64
    /// The sockets; nil without a network.
    public var receiver: ReceiverFacts?
    /// The recording; nil without one.
    public var recorder: RecorderFacts?
    /// Why reading ended early; nil when it did not.
    public var failure: String?
}
