import CSockets
public import NetworkFormats
public import Timing

/// The network as a source of datagrams: one socket for each group and port, read every few milliseconds and merged by the
/// kernel's stamps.
///
/// One thread has it at a time: `wait()`, `receive()`, `deliver(into:)`, and again. Reading and giving out are two calls so
/// that a lock around the sink is held for the second one only. Times never fall, whatever the wall clock does.
public struct MulticastReceiver: ~Copyable, DatagramSource {
    /// How long after a wake-up the next one comes, in nanoseconds.
    static let interval: Int64 = 5_000_000
    /// The same when a socket was over a quarter full.
    static let pressedInterval: Int64 = 1_000_000
    /// Datagrams that are read from a socket at one wake-up.
    static let turnLimit = 1_024
    /// How long before a wake-up nothing arrives any more that was not read by then, in nanoseconds.
    static let settling: Int64 = 20_000_000
    /// The most sockets.
    public static let socketLimit = 4_096

    let options: ReceiverOptions
    /// Another clock than the machine's, for tests.
    private let substitute: (any VenueClock)?
    private let systemClock = SystemClock()
    /// Wakes the thread that waits.
    public let waker: Waker

    var clock: StreamClock
    var interface: NetworkInterface?
    var set: SocketSet
    /// The sockets by number.
    var sockets: [LiveSocket?] = []
    var socketCount = 0
    /// The numbers of the sockets by what they receive.
    var numbers: [Endpoint: Int] = [:]
    /// No lower number is free.
    var lowestFree = 0
    var buffer: ReceiveBuffer
    var queue = ArrivalQueue()
    /// Up to where what was read may be given out.
    var limit = MergeLimit.none
    /// Whether all sockets were read to their ends at the last wake-up.
    var wasEmptied = true
    /// When the next wake-up is due, by the steady clock.
    var nextWakeUp = Int64.min
    /// When to look at the interface again, by the steady clock.
    var nextLook = Int64.min
    /// Memberships that are being restarted.
    var restarting = 0
    var counters = ReceiverFacts()
    var events: [ReceiverEvent] = []
    private var ordinal: UInt64 = 0
    /// Stream time of the last datagram or silence that was given out.
    private var last: Int64?

    /// Prepares to receive; nothing is joined yet.
    public init(options: ReceiverOptions = ReceiverOptions()) throws(ReceiverFailure) {
        _ = csockets_raise_file_limit()
        let waker = try Waker()
        let interface: NetworkInterface? =
            if let name = options.interface { try NetworkInterface(named: name) } else { nil }
        let set = try SocketSet()
        let buffer = try ReceiveBuffer()
        self.options = options
        self.waker = waker
        self.interface = interface
        self.set = set
        self.buffer = buffer
        substitute = options.clock is SystemClock ? nil : options.clock
        clock = StreamClock(options.clock.read())
    }

    deinit { queue.discard() }

    /// Reads the clocks.
    func readClock() -> ClockReading { substitute?.read() ?? systemClock.read() }

    /// The wall time of a kernel's stamp.
    func wallTime(ofStamp stamp: Int64) -> Int64 { substitute?.wallTime(ofStamp: stamp) ?? stamp }

    /// The instant at which the receiver was made: where its stream time begins.
    public var start: StreamTime { StreamTime(nanoseconds: clock.start) }

    /// Stream time now, between two wake-ups as well.
    public var now: StreamTime { StreamTime(nanoseconds: clock.time(ofMonotonic: readClock().monotonic)) }

    /// The last instant that was given out, of a datagram or of silence; nil before the first.
    public var lastGiven: StreamTime? { last.map(StreamTime.init(nanoseconds:)) }

    /// Datagrams that were given out: the last one's ordinal.
    public var givenCount: UInt64 { ordinal }

    /// Reads the sockets and gives out what is certain; `.more` when a socket was not read to its end.
    public mutating func drain(into sink: inout some DatagramSink) throws(ReceiverFailure) -> SourceState {
        try receive()
        deliver(into: &sink)
        return wasEmptied ? .idle : .more
    }

    /// Gives out what was read and whose order is certain, then tells of silence; no system calls.
    public mutating func deliver(into sink: inout some DatagramSink) {
        give(upTo: limit, into: &sink)
        if buffer.isExhausted, !queue.isEmpty {
            // Nothing more could be read: the order gives way before datagrams do.
            counters.forcedMerges += 1
            give(upTo: .none, into: &sink)
        }
        guard wasEmptied else { return }
        let silence = clock.wakeUp - Self.settling
        guard silence > last ?? clock.start else { return }
        last = silence
        sink.advance(to: StreamTime(nanoseconds: silence))
    }

    /// Gives out everything that was read, at the end; afterwards `lastGiven` is the end.
    public mutating func finish(into sink: inout some DatagramSink) {
        deliver(into: &sink)
        give(upTo: .none, into: &sink)
    }

    private mutating func give(upTo limit: MergeLimit, into sink: inout some DatagramSink) {
        queue.sort()
        while let arrival = queue.next(upTo: limit) {
            var header = arrival.header
            ordinal += 1
            header.ordinal = ordinal
            let time = max(header.time.nanoseconds, last ?? .min)
            last = time
            header.time = StreamTime(nanoseconds: time)
            let length = Int(header.storedLength)
            sink.ingest(header, UnsafeRawBufferPointer(start: arrival.bytes, count: length).bytes)
            buffer.give(arrival.bytes, length: length)
        }
        queue.tidy()
    }

    /// Sleeps until the next wake-up is due, or until the ``waker`` is used: then it tells true.
    @discardableResult
    public mutating func wait() -> Bool {
        let left = nextWakeUp == .min ? 0 : nextWakeUp - readClock().monotonic
        return csockets_event_wait(waker.descriptor, max(0, min(left, Self.interval))) == 1
    }
}

// The sockets, their memory and the queue belong to the receiver alone, and it cannot be copied: whoever has it is the
// only one who can get at them. The waker is Sendable by itself.
extension MulticastReceiver: @unchecked Sendable {}
