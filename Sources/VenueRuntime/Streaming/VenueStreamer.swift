import NetworkFormats
public import PacketIO
public import Timing
public import VenueSimulator

/// Sends a native venue in real time, from a thread of its own.
///
/// It follows the monotonic clock from the venue's start on. A thread that was held up catches up, but never with more than
/// 100 ms at once. What the system refuses to send is counted and otherwise passed over, as a network would.
public final class VenueStreamer: Sendable {
    /// What the others ask the sending thread for.
    enum Request: Sendable {
        case message([UInt8], channel: Int)
        case files([NativeFile], channel: Int)
        case restart(channel: Int, silence: StreamDuration)
    }

    /// What the sending thread and the others share.
    struct Board: Sendable {
        var isStopping = false
        var requests: [Request] = []
        var counts = StreamerCounts()
        var channels: [SenderCounts?] = []
    }

    /// What is sent.
    public let spec: NativeVenueSpec
    private let interface: String
    private let timeToLive: UInt8
    private let thread = SendingThread(name: "streamer")
    private let board = Guarded(Board())

    /// A venue that does not send yet; by default it stays on the loopback interface.
    ///
    /// Each Streamer sends from the address in `spec`, or from one that the system chooses where that is unspecified.
    public init(_ spec: NativeVenueSpec, interface: String = "lo", timeToLive: UInt8 = 0) {
        self.spec = spec
        self.interface = interface
        self.timeToLive = timeToLive
    }

    deinit { stop() }

    /// Opens the sockets and begins to send; nothing happens when it sends already.
    public func start() throws(SenderFailure) {
        try thread.start { () throws(SenderFailure) in
            var sockets: [StreamerSocket] = []
            for streamer in spec.streamers {
                let address = streamer.source.address == .unspecified ? nil : streamer.source.address
                sockets.append(
                    StreamerSocket(try MulticastSender(interface: interface, source: address, ttl: timeToLive)))
            }
            board.withLock { $0 = Board(channels: spec.channels.map { _ in nil }) }
            let sending = StreamerSending(NativeVenue(spec), sockets, board: board)
            return { sending.run() }
        }
    }

    /// Sends the deletions, stops, and waits until the thread has ended and its sockets are closed.
    public func stop() {
        thread.stop { board.withLock { $0.isStopping = true } }
    }

    /// Waits until the venue is over, for one that has an end, or `limit` has passed; says whether it is over.
    @discardableResult
    public func wait(atMost limit: StreamDuration) -> Bool { thread.wait(atMost: limit) }

    /// Sends `bytes` as a message of data channel `channel`.
    public func send(_ bytes: [UInt8], to channel: Int) {
        board.withLock { $0.requests.append(.message(bytes, channel: channel)) }
    }

    /// Offers `files` on file channel `channel` instead of those before.
    public func offer(_ files: [NativeFile], on channel: Int) {
        board.withLock { $0.requests.append(.files(files, channel: channel)) }
    }

    /// Switches video channel `channel` off and, after `silence`, on again.
    public func restart(_ channel: Int, after silence: StreamDuration = StreamDuration(milliseconds: 500)) {
        board.withLock { $0.requests.append(.restart(channel: channel, silence: silence)) }
    }

    /// What was sent since the last start.
    public var counts: StreamerCounts { board.withLock { $0.counts } }

    /// What became of each video channel's packets since the last start, by channel; what is made but not yet due is
    /// counted already.
    public var channelCounts: [SenderCounts?] { board.withLock { $0.channels } }
}
