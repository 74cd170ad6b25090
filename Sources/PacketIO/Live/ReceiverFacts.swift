/// What one socket of a receiver did.
public struct SocketFacts: Hashable, Sendable {
    /// What it receives.
    public var subscription: Subscription
    /// Datagrams that were read.
    public var datagrams: UInt64
    /// Bytes of their payloads.
    public var bytes: UInt64
    /// Datagrams that the kernel dropped because the buffer was full, or that were damaged.
    public var kernelDrops: UInt64
    /// The receive buffer that was got, in bytes.
    public var bufferSize: Int
    /// Whether the group is joined just now; true for addresses that need no joining.
    public var isJoined: Bool
}

/// What a receiver did so far; sockets that were closed stay in the sums.
public struct ReceiverFacts: Hashable, Sendable {
    /// The interface that groups are received on; nil as long as none was named and nothing was joined.
    public var interface: String?
    /// Whether that interface is there and up.
    public var isInterfaceUp = true
    /// Open sockets.
    public var sockets = 0
    /// The receive buffer that was wanted for each socket, in bytes.
    public var wantedBuffer = 0
    /// The smallest receive buffer that was got, in bytes; nil without sockets.
    public var smallestBuffer: Int?
    /// Datagrams that were read.
    public var datagrams: UInt64 = 0
    /// Bytes of their payloads.
    public var bytes: UInt64 = 0
    /// Datagrams that the kernel dropped because a buffer was full, or that were damaged; no loss of the network.
    public var kernelDrops: UInt64 = 0
    /// Datagrams that were cut because they were longer than any can be.
    public var truncated: UInt64 = 0
    /// Datagrams to other addresses than the socket's, which were passed over.
    public var strays: UInt64 = 0
    /// Datagrams whose stamp could not be true, so that they got the time of reading.
    public var restamped: UInt64 = 0
    /// How often all sockets were read.
    public var wakeUps: UInt64 = 0
    /// Wake-ups that found a socket over a quarter full.
    public var pressedWakeUps: UInt64 = 0
    /// How often the order among sockets gave way because all receive memory was taken.
    public var forcedMerges: UInt64 = 0
    /// Memberships that were made again.
    public var rejoins: UInt64 = 0
    /// Errors that sockets reported while they were read.
    public var socketErrors: UInt64 = 0

    /// Whether some receive buffer is smaller than wanted, for want of privileges or of a higher system limit.
    public var lacksBuffer: Bool { smallestBuffer.map { $0 < wantedBuffer } ?? false }

    /// One sentence for the log when ``lacksBuffer``; nil when all is well.
    public var bufferAdvice: String? {
        guard lacksBuffer, let smallestBuffer else { return nil }
        return
            "the system gives receive buffers of \(smallestBuffer) bytes instead of \(wantedBuffer), so bursts may be "
            + "lost: run with CAP_NET_ADMIN, or `sysctl -w net.core.rmem_max=\(wantedBuffer)`"
    }
}
