public import PacketIO
public import Timing
public import VenueSimulator

/// Channels that this process sends itself, from a thread of its own: a demo, a bench, a test.
///
/// It follows the monotonic clock. A thread that was held up catches up, but never with more than 100 ms at once. What the
/// system refuses to send is counted and otherwise passed over, as a network would.
public final class EmbeddedVenue: Sendable {
    /// What the sending thread and the others share.
    struct Board: Sendable {
        var isStopping = false
        /// Senders that are to be switched off, and how long they stay so.
        var restarts: [(sender: Int, silence: StreamDuration)] = []
        var counts: [SenderCounts] = []
        /// How many datagrams the system refused, in all, and of each sender's media.
        var refused = 0
        var refusedMedia: [Int] = []
    }

    private let specs: [SenderSpec]
    private let interface: String
    private let timeToLive: UInt8
    private let thread = SendingThread(name: "venue")
    private let board = Guarded(Board())

    /// A venue that does not send yet; by default it stays on the loopback interface.
    public init(_ senders: [SenderSpec], interface: String = "lo", timeToLive: UInt8 = 0) {
        specs = senders
        self.interface = interface
        self.timeToLive = timeToLive
    }

    deinit { stop() }

    /// Opens the sockets and begins to send; nothing happens when it sends already.
    ///
    /// A venue that was stopped begins anew, with the bytes of its first start.
    public func start() throws(SenderFailure) {
        try thread.start { () throws(SenderFailure) in
            var channels: [SendingChannel] = []
            for spec in specs {
                channels.append(try SendingChannel(spec, interface: interface, timeToLive: timeToLive))
            }
            board.withLock {
                $0 = Board(counts: specs.map { _ in SenderCounts() }, refusedMedia: specs.map { _ in 0 })
            }
            let sending = VenueSending(channels, board: board)
            return { sending.run() }
        }
    }

    /// Stops sending and waits until the thread has ended and its sockets are closed.
    public func stop() {
        thread.stop { board.withLock { $0.isStopping = true } }
    }

    /// Switches a sender off and, after `silence`, on again: it comes back with another SSRC and begins its stream anew.
    ///
    /// `sender` counts the senders from 0; where there is none, nothing happens.
    public func restart(
        _ sender: Int, after silence: StreamDuration = StreamDuration(milliseconds: 500)
    ) {
        guard specs.indices.contains(sender) else { return }
        board.withLock { $0.restarts.append((sender, silence)) }
    }

    /// What became of each sender's packets since the last start, in the order of the senders; what is made but not yet due
    /// is counted already.
    public var counts: [SenderCounts] { board.withLock { $0.counts } }

    /// How many datagrams the system refused to send since the last start, repair packets and announcements included.
    public var refused: Int { board.withLock { $0.refused } }

    /// How many of each sender's media packets the system refused since the last start, in the order of the senders: to
    /// receivers they are lost.
    public var refusedMedia: [Int] { board.withLock { $0.refusedMedia } }
}
