import Bytes
import NetworkFormats
public import Timing

/// One sender's datagrams in order of time, for ever: media, protection and announcements, without those that get lost.
///
/// It has no clock: whoever sends them waits for their instants. Memory is bounded and used again; nothing is allocated for
/// a datagram once the queue has grown to what the impairment's delays need.
public struct LoopedFeed: Sendable {
    /// What is sent.
    public let spec: SenderSpec
    /// What became of it so far.
    public private(set) var counts = SenderCounts()

    private var loop: TransportLoop
    private var packetiser: RTPPacketiser
    private var encoder: ParityEncoder?
    private var impairer: Impairer
    private var random: VenueRandom
    private var queue = SendingQueue()
    private let announcement: [UInt8]
    private var nextAnnouncement: Int64
    /// When the run began, from which the loop counts.
    private var origin: Int64
    /// Nothing that is sent from now on is due before this.
    private var nextSending: Int64
    private var sourcesInRun = 0
    private var repairsInRun = 0
    private var datagram: [UInt8] = []
    private var before: [ParityPacket] = []
    private var behind: [ParityPacket] = []

    /// The feed of `spec` before its first datagram.
    public init(_ spec: SenderSpec) {
        self.spec = spec
        loop = TransportLoop(spec.material, startingAt: spec.firstClock)
        impairer = Impairer(spec.impairment, start: 0, seed: spec.seed)
        random = VenueRandom(seed: spec.seed ^ 0x10_0bed)
        packetiser = RTPPacketiser(RTPSpec(synchronizationSource: 0))
        announcement = spec.announcing == nil ? [] : spec.announcement
        origin = spec.start.nanoseconds
        nextSending = origin
        nextAnnouncement = spec.announcing == nil ? .max : origin
        datagram.reserveCapacity(Self.capacity)
        begin()
    }

    /// Room for every datagram but very long announcements.
    private static let capacity = 1_536

    /// When the next datagram is due, counted from the start of the venue.
    public mutating func nextOffset() -> StreamDuration {
        while true {
            if let time = queue.firstTime, time <= nextSending { return StreamDuration(nanoseconds: time) }
            send()
        }
    }

    /// Lends the next datagram.
    public mutating func next<Failure: Error>(
        _ body: (SentDatagram, RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        _ = nextOffset()
        try queue.takeFirst { item throws(Failure) in
            try body(
                SentDatagram(
                    offset: StreamDuration(nanoseconds: item.time), sourcePort: item.sourcePort,
                    destination: item.destination, kind: item.kind), item.payload.lent)
        }
    }

    /// Switches the sender off, and on again at `offset`: another SSRC, other first numbers, the stream from its start.
    ///
    /// What has not been given out is gone.
    public mutating func restart(at offset: StreamDuration) {
        queue.removeAll()
        loop.rewind()
        origin = offset.nanoseconds
        nextSending = origin
        if spec.announcing != nil { nextAnnouncement = origin }
        counts.restarts += 1
        begin()
    }

    /// Begins a run with numbers of its own.
    private mutating func begin() {
        packetiser = RTPPacketiser(
            RTPSpec(
                synchronizationSource: UInt32(truncatingIfNeeded: random.next()),
                firstSequenceNumber: UInt16(truncatingIfNeeded: random.next()),
                firstTimestamp: UInt32(truncatingIfNeeded: random.next())))
        let numbers = random.next()
        encoder = spec.parity.map {
            ParityEncoder(
                $0, firstColumnNumber: UInt16(truncatingIfNeeded: numbers),
                firstRowNumber: UInt16(truncatingIfNeeded: numbers >> 16))
        }
        sourcesInRun = 0
        repairsInRun = 0
    }

    private mutating func send() {
        if let announcing = spec.announcing, nextAnnouncement <= nextSending {
            counts.announcements += 1
            datagram.append(contentsOf: announcement)
            let port = spec.source.port &+ 6
            queue.insert(at: nextAnnouncement, .announcement, from: port, to: announcing.destination, &datagram)
            nextAnnouncement += max(Self.shortestPeriod, announcing.period.nanoseconds)
            return
        }
        let now = nextSending
        packetiser.begin(&datagram, elapsed: now - origin)
        _ = loop.next(min(max(1, spec.packetsPerDatagram), 7), into: &datagram)
        nextSending = origin + loop.elapsed.nanoseconds
        encoder?.take(datagram, before: &before, behind: &behind)
        let arrivals = impairer.arrivals(ofSource: sourcesInRun, sent: now, limit: .max)
        sourcesInRun += 1
        counts.sources += 1
        postRepairs(before: true, at: now)
        var media: [UInt8] = []
        swap(&media, &datagram)
        if !post(&media, arrivals, .media, port: 0) { counts.lostSources += 1 }
        swap(&media, &datagram)
        postRepairs(before: false, at: now)
    }

    private mutating func postRepairs(before isBefore: Bool, at now: Int64) {
        // The list is moved out and back, so that posting may change everything else.
        var list: [ParityPacket] = []
        if isBefore { swap(&list, &before) } else { swap(&list, &behind) }
        for index in list.indices {
            counts.repairs += 1
            let arrivals = impairer.arrivals(ofRepair: repairsInRun, sent: now, limit: .max)
            repairsInRun += 1
            let port: UInt16 = list[index].isRow ? 4 : 2
            if !post(&list[index].bytes, arrivals, .repair, port: port) { counts.lostRepairs += 1 }
            encoder?.reuse(&list[index].bytes)
        }
        list.removeAll(keepingCapacity: true)
        if isBefore { swap(&list, &before) } else { swap(&list, &behind) }
    }

    /// A shorter period of announcements is lengthened to this, in nanoseconds.
    private static let shortestPeriod: Int64 = 10_000_000

    /// Queues a packet as often as it arrives, and says whether it does; its memory is left in `bytes` to be filled again.
    private mutating func post(
        _ bytes: inout [UInt8], _ arrivals: Arrivals, _ kind: SentDatagram.Kind, port: UInt16
    ) -> Bool {
        let destination = Endpoint(spec.destination.address, spec.destination.port &+ port)
        let source = spec.source.port &+ port
        if let time = arrivals.second {
            var copy = bytes
            queue.insert(at: time, kind, from: source, to: destination, &copy)
        }
        guard let time = arrivals.first else {
            bytes.removeAll(keepingCapacity: true)
            return arrivals.second != nil
        }
        queue.insert(at: time, kind, from: source, to: destination, &bytes)
        return true
    }
}
