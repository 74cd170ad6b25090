import Bytes
import NetworkFormats
import Timing
import VenueWire

/// One video channel's datagrams in order of arrival: RTP with its protection, without those that get lost.
///
/// Times are nanoseconds since 1970. Nothing is allocated for a datagram once the queue has grown, unless a log is kept.
struct VideoFeed: Sendable {
    /// Packets of a datagram, and the bytes of its RTP packet.
    static let packetsPerDatagram = 7
    static let packetLength = 12 + packetsPerDatagram * 188
    let spec: NativeChannelSpec
    /// What happened so far; stays empty unless one is kept.
    private(set) var log = ChannelLog()
    private(set) var counts = SenderCounts()
    /// The SSRC of the run.
    private(set) var synchronizationSource: UInt32 = 0

    private let keepsLog: Bool
    private let repairPort: UInt16
    private var loop: TransportLoop
    private var packetiser = RTPPacketiser(RTPSpec(synchronizationSource: 0))
    private var parity: ParityEncoder?
    private var blocks: BlockSender?
    private var impairer: Impairer
    private var random: VenueRandom
    private var queue = SendingQueue()
    private var origin: Int64
    /// Nothing that is sent from now on is due before this.
    private var nextSending: Int64
    /// When the newest datagram was made to be sent.
    private var lastSending: Int64
    /// Nothing is sent at or behind this.
    private var end: Int64
    private var sourcesInRun = 0
    private var repairsInRun = 0
    private var firstNumber: Int64 = 0
    private var datagram: [UInt8] = []
    private var before: [ParityPacket] = []
    private var behind: [ParityPacket] = []

    /// The feed of a video channel from `start` on, before `end`; `seed` decides about numbers, `chances` about losses.
    init(
        _ spec: NativeChannelSpec, _ material: LoopMaterial, offset: StreamDuration, start: Int64, end: Int64,
        seed: UInt64, chances: UInt64, keepsLog: Bool
    ) {
        self.spec = spec
        self.keepsLog = keepsLog
        self.end = end
        repairPort = spec.protection.repairPort ?? spec.destination.port &+ 10
        loop = TransportLoop(material, skipping: offset)
        impairer = Impairer(spec.impairment, start: start, seed: chances)
        random = VenueRandom(seed: seed ^ 0x10_0bed)
        origin = start
        nextSending = start
        lastSending = start
        datagram.reserveCapacity(1_536)
        begin()
    }

    /// Begins a run with numbers of its own.
    private mutating func begin() {
        synchronizationSource = UInt32(truncatingIfNeeded: random.next())
        let first = UInt16(truncatingIfNeeded: random.next())
        firstNumber = Int64(first)
        packetiser = RTPPacketiser(
            RTPSpec(
                synchronizationSource: synchronizationSource, firstSequenceNumber: first,
                firstTimestamp: UInt32(truncatingIfNeeded: random.next())))
        let numbers = random.next()
        switch spec.protection.scheme {
        case .none: break
        case .parity:
            parity = ParityEncoder(
                ParityLayout(columns: spec.protection.columns, rows: spec.protection.rows),
                firstColumnNumber: UInt16(truncatingIfNeeded: numbers),
                firstRowNumber: UInt16(truncatingIfNeeded: numbers >> 16))
        case .reedSolomon: blocks = BlockSender(spec.protection)
        }
        sourcesInRun = 0
        repairsInRun = 0
    }

    /// When the next datagram arrives; `.max` after the last.
    mutating func nextTime() -> Int64 {
        while nextSending < end {
            if let time = queue.firstTime, time <= nextSending { return time }
            send()
        }
        let last = max(lastSending, min(end, nextSending))
        fillWindow(at: last)
        // The repair packets that are left come before anything that is late.
        if blocks?.isWaiting == true { postBlocks(at: last, all: true) }
        return queue.firstTime ?? .max
    }

    /// Lends the next datagram; not to be called after the last.
    mutating func next<Failure: Error>(
        _ body: (SendingQueue.Item) throws(Failure) -> Void
    ) throws(Failure) {
        var copy: ChannelLog.Arrival?
        try queue.takeFirst { item throws(Failure) in
            copy = ChannelLog.Arrival(time: item.time, index: item.index, isRepair: item.kind == .repair)
            try body(item)
        }
        if keepsLog, let copy { log.arrivals.append(copy) }
    }

    /// Sends nothing at or behind `time`; what would arrive at `limit` or later gets lost.
    mutating func end(at time: Int64, limit: Int64) {
        end = min(end, time)
        // In an outage packets were made far ahead: what is left of their window is not waited for.
        lastSending = min(lastSending, max(time, limit - 1))
        queue.removeAll(from: limit)
    }

    /// Switches the channel off, and on again at `time`: another SSRC, other first numbers, windows from 0, the stream
    /// from its start; only for feeds without a log.
    mutating func restart(at time: Int64) {
        queue.removeAll()
        loop.rewind()
        origin = time
        nextSending = time
        counts.restarts += 1
        begin()
    }

    private mutating func send() {
        if blocks?.isRunOver == true {
            postBlocks(at: nextSending, all: true)
            begin()
        }
        let now = nextSending
        packetiser.begin(&datagram, elapsed: now - origin)
        _ = loop.next(Self.packetsPerDatagram, into: &datagram)
        nextSending = origin + loop.elapsed.nanoseconds
        emit(at: now)
    }

    /// Fills the last window with null packets: each of its packets said how many it has, so a short one could not be
    /// repaired.
    private mutating func fillWindow(at now: Int64) {
        while blocks?.isPartial == true {
            packetiser.begin(&datagram, elapsed: now - origin)
            for _ in 0..<Self.packetsPerDatagram { datagram += Self.nullPacket }
            emit(at: now)
            counts.fills += 1
        }
    }

    /// A transport packet that carries nothing (ISO/IEC 13818-1, 2.4.1).
    private static let nullPacket: [UInt8] = [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0xff, count: 184)

    /// Sends the datagram that was made, with the repair packets before and behind it.
    private mutating func emit(at now: Int64) {
        lastSending = now
        parity?.take(datagram, before: &before, behind: &behind)
        blocks?.protect(&datagram)
        let arrivals = impairer.arrivals(ofSource: sourcesInRun, sent: now, limit: .max)
        if keepsLog {
            log.sources.append(
                ChannelLog.Source(run: 0, number: firstNumber + Int64(sourcesInRun), firstFact: 0, facts: 0))
        }
        postParity(before: true, at: now)
        let index = Int32(truncatingIfNeeded: counts.sources)
        sourcesInRun += 1
        counts.sources += 1
        var media: [UInt8] = []
        swap(&media, &datagram)
        if !post(&media, arrivals, .media, to: spec.destination.port, index) { counts.lostSources += 1 }
        swap(&media, &datagram)
        postParity(before: false, at: now)
        postBlocks(at: now)
    }

    private mutating func postParity(before isBefore: Bool, at now: Int64) {
        // The list is moved out and back, so that posting may change everything else.
        var list: [ParityPacket] = []
        if isBefore { swap(&list, &before) } else { swap(&list, &behind) }
        for index in list.indices {
            let packet = ChannelLog.Repair(
                run: 0, isRow: list[index].isRow, first: firstNumber + Int64(list[index].firstSource),
                step: Int64(list[index].step), count: Int64(list[index].count))
            let port = spec.destination.port &+ (list[index].isRow ? 4 : 2)
            postRepair(&list[index].bytes, packet, to: port, at: now)
            parity?.reuse(&list[index].bytes)
        }
        list.removeAll(keepingCapacity: true)
        if isBefore { swap(&list, &before) } else { swap(&list, &behind) }
    }

    /// Sends the repair packets whose turn it is: those of a window go between the sources of the next one.
    private mutating func postBlocks(at now: Int64, all: Bool = false) {
        guard spec.protection.scheme == .reedSolomon else { return }
        var bytes: [UInt8] = []
        while let block = blocks?.next(into: &bytes, all: all) {
            let count = Int64(spec.protection.sourceCount)
            let packet = ChannelLog.Repair(
                run: 0, isRow: false, first: firstNumber + Int64(block) * count, step: 1, count: count)
            postRepair(&bytes, packet, to: repairPort, at: now)
        }
    }

    private mutating func postRepair(
        _ bytes: inout [UInt8], _ packet: ChannelLog.Repair, to port: UInt16, at now: Int64
    ) {
        let index = Int32(truncatingIfNeeded: counts.repairs)
        counts.repairs += 1
        if keepsLog { log.repairs.append(packet) }
        let arrivals = impairer.arrivals(ofRepair: repairsInRun, sent: now, limit: .max)
        repairsInRun += 1
        if !post(&bytes, arrivals, .repair, to: port, index) { counts.lostRepairs += 1 }
    }

    /// Queues a packet as often as it arrives, and says whether it does; its memory is left in `bytes` to be filled again.
    private mutating func post(
        _ bytes: inout [UInt8], _ arrivals: Arrivals, _ kind: SentDatagram.Kind, to port: UInt16, _ index: Int32
    ) -> Bool {
        let destination = Endpoint(spec.destination.address, port)
        if let time = arrivals.second {
            var copy = bytes
            queue.insert(at: time, kind, to: destination, index: index, &copy)
        }
        guard let time = arrivals.first else {
            bytes.removeAll(keepingCapacity: true)
            return arrivals.second != nil
        }
        queue.insert(at: time, kind, to: destination, index: index, &bytes)
        return true
    }
}
