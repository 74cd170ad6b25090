import NetworkFormats
import Timing

/// One channel's datagrams in order of arrival, made as they are asked for.
struct ChannelFeed: Sendable {
    private struct Pending: Sendable {
        var time: Int64
        var index: Int32
        var isRepair: Bool
        var port: UInt16
        var payload: [UInt8]
    }

    /// What is sent.
    let spec: ChannelSpec
    /// What happened so far.
    private(set) var log = ChannelLog()

    private var impairer: Impairer
    private var transport: TransportSource
    private var packetiser: RTPPacketiser
    private let outer: UDPPacketiser
    private let isNumbered: Bool
    private let isElementary: Bool
    private let filling: [UInt8]
    private var encoder: ParityEncoder?
    private var random: VenueRandom
    private var pending: [Pending] = []
    private var head = 0
    private var before: [ParityPacket] = []
    private var behind: [ParityPacket] = []
    private var sent = 0
    private var silence: Int64 = 0
    private var run: Int32 = 0
    private var sentInRun = 0
    private var repairsInRun = 0
    private var firstNumber: Int64
    private var events: ArraySlice<ChannelSpec.Event>
    private var elementaryBits: Int64 = 0
    private let elementaryRate: Int64
    /// How long sending took so far, without silences.
    private var mediaElapsed: Int64 = 0
    private let start: Int64
    /// Nothing that is sent from now on arrives before this.
    private var nextSending: Int64

    /// The channel `spec` of a venue that starts at `venueStart`.
    init(_ spec: ChannelSpec, venueStart: StreamTime) {
        self.spec = spec
        start = (venueStart + spec.start).nanoseconds
        nextSending = start
        impairer = Impairer(spec.impairment, start: start, seed: spec.seed)
        transport = TransportSource(spec.transport)
        packetiser = RTPPacketiser(spec.rtp)
        outer = UDPPacketiser(packetSize: spec.carriage == .udpTransport ? spec.packetSize : 188)
        isNumbered = spec.carriage != .udpTransport
        isElementary = spec.carriage == .rtpElementary
        elementaryRate = Int64(max(1, spec.transport.bitRate))
        filling = isElementary ? Array(repeating: 0x91, count: 60 + 100 * max(7, spec.largestDatagram)) : []
        random = VenueRandom(seed: spec.seed ^ 0x5eed)
        firstNumber = Int64(spec.rtp.firstSequenceNumber)
        events = spec.events[...]
        encoder = Self.encoder(spec)
        log.sources.reserveCapacity(spec.datagrams)
        log.arrivals.reserveCapacity(spec.datagrams)
    }

    private static func encoder(_ spec: ChannelSpec) -> ParityEncoder? {
        guard let layout = spec.parity, spec.carriage != .udpTransport else { return nil }
        return ParityEncoder(layout, firstColumnNumber: spec.repairNumbers[0], firstRowNumber: spec.repairNumbers[1])
    }

    /// When the next datagram arrives, in nanoseconds of stream time; nil after the last.
    mutating func nextTime() -> Int64? {
        while true {
            if head < pending.count, sent >= spec.datagrams || pending[head].time <= nextSending {
                return pending[head].time
            }
            if sent >= spec.datagrams { return nil }
            send()
        }
    }

    /// The next datagram; nil after the last.
    mutating func next() -> SimulatedDatagram? {
        guard nextTime() != nil else { return nil }
        let item = pending[head]
        pending[head].payload = []
        head += 1
        if head >= 256, head * 2 > pending.count {
            pending.removeFirst(head)
            head = 0
        }
        log.arrivals.append(ChannelLog.Arrival(time: item.time, index: item.index, isRepair: item.isRepair))
        return SimulatedDatagram(
            time: StreamTime(nanoseconds: item.time), source: spec.source,
            destination: Endpoint(spec.destination.address, item.port), payload: item.payload)
    }

    /// After which instant nothing of this run may arrive: half the silence before the next restart, or never.
    private mutating func limit() -> Int64 {
        guard let event = events.first, case .restart = event.kind else { return .max }
        // Only near the restart is the instant known; 64 packets before it holds no longer matter.
        return event.index - sent > 400 ? .max : lastSending(before: event) + event.silence.nanoseconds / 3
    }

    private mutating func lastSending(before event: ChannelSpec.Event) -> Int64 {
        // Packets are evenly spaced: the time of one datagram times how many are still to come.
        let ahead = Int64(max(0, event.index - sent))
        let bits = Int64(spec.packetsPerDatagram * 188 * 8)
        return nextSending + ahead * bits * 1_000_000 / Int64(max(1, transport.bitRate)) * 1_000
    }

    private mutating func obeyEvents() {
        while let event = events.first, event.index <= sent {
            events = events.dropFirst()
            silence += event.silence.nanoseconds
            nextSending += event.silence.nanoseconds
            guard case .restart(let synchronizationSource, let sequenceNumber) = event.kind else { continue }
            packetiser.synchronizationSource = synchronizationSource
            packetiser.sequenceNumber = sequenceNumber
            firstNumber = Int64(sequenceNumber)
            run += 1
            sentInRun = 0
            repairsInRun = 0
            encoder = Self.encoder(spec)
        }
    }

    private mutating func send() {
        obeyEvents()
        let limit = limit()
        let now = nextSending
        let isCaptured = sent >= spec.joinedAfter
        let firstFact = log.facts.count
        let payload = makeDatagram()
        let index = Int32(truncatingIfNeeded: sent)
        log.sources.append(
            ChannelLog.Source(
                run: run, number: firstNumber + Int64(sentInRun), firstFact: Int32(truncatingIfNeeded: firstFact),
                facts: Int32(truncatingIfNeeded: log.facts.count - firstFact)))
        before.removeAll(keepingCapacity: true)
        behind.removeAll(keepingCapacity: true)
        encoder?.take(payload, before: &before, behind: &behind)
        for parity in before { post(parity, at: now, limit: limit, isCaptured: isCaptured) }
        let arrivals = impairer.arrivals(ofSource: sentInRun, sent: now, limit: limit)
        if isCaptured {
            if let time = arrivals.first { insert(time, index, false, spec.destination.port, payload) }
            if let time = arrivals.second { insert(time, index, false, spec.destination.port, payload) }
        }
        for parity in behind { post(parity, at: now, limit: limit, isCaptured: isCaptured) }
        sent += 1
        sentInRun += 1
        nextSending = start + silence + mediaElapsed
    }

    private mutating func post(_ parity: ParityPacket, at now: Int64, limit: Int64, isCaptured: Bool) {
        let index = Int32(truncatingIfNeeded: log.repairs.count)
        log.repairs.append(
            ChannelLog.Repair(
                run: run, isRow: parity.isRow, first: firstNumber + Int64(parity.firstSource), step: Int64(parity.step),
                count: Int64(parity.count)))
        let arrivals = impairer.arrivals(ofRepair: repairsInRun, sent: now, limit: limit)
        if isCaptured { repairsInRun += 1 }
        guard isCaptured else { return }
        let port = spec.destination.port &+ (parity.isRow ? 4 : 2)
        if let time = arrivals.first { insert(time, index, true, port, parity.bytes) }
        if let time = arrivals.second { insert(time, index, true, port, parity.bytes) }
    }

    /// Puts an arrival behind all that do not arrive later; nearly always at the end.
    private mutating func insert(_ time: Int64, _ index: Int32, _ isRepair: Bool, _ port: UInt16, _ payload: [UInt8]) {
        let item = Pending(time: time, index: index, isRepair: isRepair, port: port, payload: payload)
        var place = pending.count
        while place > head, pending[place - 1].time > time { place -= 1 }
        if place == pending.count { pending.append(item) } else { pending.insert(item, at: place) }
    }

    private mutating func makeDatagram() -> [UInt8] {
        var bytes: [UInt8] = []
        let count =
            spec.largestDatagram > spec.packetsPerDatagram
            ? random.pick(spec.packetsPerDatagram...spec.largestDatagram) : spec.packetsPerDatagram
        bytes.reserveCapacity(28 + count * spec.packetSize)
        if isNumbered {
            packetiser.begin(&bytes, elapsed: mediaElapsed + silence, marker: sentInRun == 0 && run > 0)
        }
        if isElementary {
            let size = 60 + Int(random.next() % UInt64(100 * count))
            bytes.append(0x7c)
            bytes.append(UInt8(truncatingIfNeeded: sent))
            bytes.append(contentsOf: filling[..<size])
            elementaryBits += Int64(count * 188 * 8)
        } else {
            for _ in 0..<count {
                log.facts.append(transport.next(into: &bytes))
                outer.end(&bytes)
            }
        }
        mediaElapsed = isElementary ? elementaryBits * 1_000_000 / elementaryRate * 1_000 : transport.elapsed
        if isNumbered { packetiser.end(&bytes) }
        return bytes
    }
}
