import Bytes
import Channels
import Evidence
import History
import NetworkFormats
import Protection
import Quality
import Timing
import TransportStream
import VenueWire

/// All that changes of one channel.
struct ChannelState: Sendable {
    /// After this much silence nothing is open any more and the link indicator is 0: ticks change nothing.
    static let quiet = StreamDuration(seconds: 30)
    /// Datagrams that may wait to be retired: retiring is cheaper in bulk.
    static let retirementBatch = 64
    /// Notes that are kept; later ones only repeat them.
    static let noteLimit = 256
    /// Datagrams that a channel may hold until they are in order and repaired: four times as many as there are places
    /// for source packets, since repeated ones and repair packets are held as well.
    static let heldDatagrams = 4 * ProtectionParameters.heldPackets
    /// Bytes of them.
    static let heldBytes = 16 << 20

    var store: DatagramStore
    // Not optional: asking an optional of so many bytes copies them.
    var flow: MediaFlow
    var slots: SlotFlow?
    var transport: TransportAnalyzer?
    var windows = WindowOutput()
    var units = TransportOutput()
    // Not optional either; it stays empty when nothing is kept.
    var history: ChannelHistory
    var link = LinkIndicator()
    var traffic = ChannelTraffic()
    var firsts = FirstTroubles()
    var notes: [ProtectionNote] = []
    var nextRetirement: UInt64 = 0
    /// The oldest datagram that the flow needed when that was last asked.
    var heldFrom = PacketID(serial: 0)
    /// The packet of the media that is handed on next.
    var nextPacket = MediaID(serial: 0)
    /// The run whose packets are handed on.
    var run = 0
    let channel: Int32
    let isRTP: Bool
    /// Whether its packets may have payload IDs of Simple Reed-Solomon behind them.
    let mayHavePayloadIDs: Bool
    /// Whether bytes are asked for after their datagram was handed on.
    let keepsAll: Bool

    init(_ identity: ChannelIdentity, parameters: VenueParameters, pool: SlabPool) {
        store = DatagramStore(pool: pool)
        channel = identity.index
        isRTP = identity.carriage.isRTP
        mayHavePayloadIDs = identity.carriage == .rtpTransportStream && identity.packetLength == 188
        let isKept = parameters.historyOf.map { $0 == identity.destination } ?? true
        keepsAll = isKept && parameters.history.depth > .zero
        history = ChannelHistory(limits: parameters.history)
        flow = MediaFlow(parameters: parameters.protection)
        if !isRTP { slots = SlotFlow(parameters: parameters.protection) }
        if let packetLength = identity.packetLength {
            transport = TransportAnalyzer(
                options: TransportOptions(
                    packetLength: packetLength, collectsRanges: keepsAll, isNumbered: isRTP))
        }
    }

    mutating func media(
        _ rtp: RTPHeader, _ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink
    ) {
        let (payload, bytes, block) = Self.media(
            of: rtp, header, datagram, mayHavePayloadID: mayHavePayloadIDs)
        traffic.count(header, mediaBytes: bytes)
        // Most packets come in order and are lent on as they lie; the others wait for their turn as copies.
        let isLent = !keepsAll && block == nil && flow.isNext(rtp.sequenceNumber, at: header.time)
        let id = isLent ? store.pass() : store.append(header, datagram, .received)
        flow.source(
            SourcePacket(
                sequenceNumber: rtp.sequenceNumber, timestamp: rtp.timestamp, ssrc: rtp.synchronizationSource,
                payload: payload, id: id, moment: header.moment, isTruncated: header.isTruncated, block: block),
            in: &store, into: &windows)
        if isLent {
            if let release = windows.released.popLast() {
                take(release, datagram.extracting(release.payload), into: &sink)
            }
        } else if windows.released.isEmpty, store.flags(of: id).contains(.duplicate) {
            traffic.discount(mediaBytes: bytes)
        }
        handOn(at: header.moment, into: &sink)
        relieve(at: header.moment, into: &sink)
    }

    mutating func transport(
        _ range: Range<Int>, _ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink
    ) {
        traffic.count(header, mediaBytes: Int(header.wireLength))
        slots?.datagram(at: header.moment, into: &windows)
        // Nothing is rebuilt and nothing waits for its turn: without a history the bytes need no place in the store.
        let packet = keepsAll ? store.append(header, datagram, .received) : store.next
        let release = Release(kind: .received, number: 0, packet: packet, payload: range, moment: header.moment)
        if keepsAll { keep(release) }
        take(release, datagram.extracting(range), into: &sink)
        handOn(at: header.moment, into: &sink)
        if keepsAll { retire(at: header.time) }
    }

    mutating func parity(_ header: DatagramHeader, _ datagram: RawSpan, into sink: inout some ChannelSink) {
        guard let parity = try? ParityHeader(parsing: datagram) else { return }
        let id = store.append(header, datagram, .repair)
        flow.repair(
            RepairPacket(
                header: parity, payload: ParityHeader.length..<datagram.byteCount, id: id, moment: header.moment,
                isTruncated: header.isTruncated),
            in: &store, into: &windows)
        handOn(at: header.moment, into: &sink)
        relieve(at: header.moment, into: &sink)
    }

    mutating func restart(at moment: Moment, into sink: inout some ChannelSink) {
        flow.restart(at: moment, in: &store, into: &windows)
        handOn(at: moment, into: &sink)
    }

    mutating func tick(at moment: Moment, isWholeSecond: Bool, into sink: inout some ChannelSink) {
        flow.tick(at: moment, in: &store, into: &windows)
        slots?.tick(at: moment, into: &windows)
        handOn(at: moment, into: &sink)
        if keepsAll { history.advance(to: moment.time) }
        if isWholeSecond { link.sample(at: moment.time, lastArrival: traffic.last?.time) }
    }

    mutating func finish(at moment: Moment, into sink: inout some ChannelSink) {
        flow.finish(at: moment, in: &store, into: &windows)
        slots?.finish(at: moment, into: &windows)
        handOn(at: moment, into: &sink)
        transport?.finish(at: moment, into: &units)
        takeUnits(at: moment)
        if keepsAll { history.finish() }
    }

    /// How the windows are cut.
    var scheme: ProtectionCounters.Scheme { isRTP ? flow.fec.scheme : .none }

    /// The windows that still take packets.
    func openWindows(at time: StreamTime) -> [KeptWindow] {
        guard isRTP else { return (slots?.openWindows(at: time) ?? []).map { KeptWindow(record: $0, run: 0) } }
        return flow.openWindows(at: time).map {
            KeptWindow(record: $0, run: Int32(truncatingIfNeeded: flow.runCount))
        }
    }

    /// When the newest media datagram came.
    var lastArrival: StreamTime? { traffic.last?.time }

    /// Whether ticks change nothing until the next datagram.
    func isQuiet(at time: StreamTime) -> Bool {
        guard let last = traffic.last?.time else { return false }
        return time - last >= Self.quiet
    }

    /// Whole seconds of ticks went by without the channel: it was quiet.
    mutating func rested(seconds: Int64) { link.rested(samples: seconds) }

    /// The channel's numbers now.
    func snapshot(of identity: ChannelIdentity) -> ChannelSnapshot {
        var sequence: ChannelSnapshot.Sequence?
        if isRTP {
            sequence = ChannelSnapshot.Sequence(
                counters: flow.counters, loss: flow.loss, protection: flow.fec, runs: flow.runs)
        }
        return ChannelSnapshot(
            identity: identity, sequence: sequence, windows: slots?.windows ?? flow.windows,
            link: link, transport: traffic.isTruncated ? nil : transport?.facts, isTruncated: traffic.isTruncated,
            bitrateKbps: traffic.bitrateKbps, receiverDrops: traffic.receiverDrops, heldDatagrams: store.count,
            heldBytes: store.byteCount, first: traffic.first, last: traffic.last, interruptions: traffic.interruptions,
            firsts: firsts, notes: notes,
            historyBytes: keepsAll ? heldBytes : 0, history: keepsAll ? history.snapshot() : nil)
    }

    /// The channel's history now; nil when nothing is kept.
    var historySnapshot: HistorySnapshot? { keepsAll ? history.snapshot() : nil }

    /// Whether the history holds less than it should because of its byte cap, since this was last asked.
    mutating func takeCapped() -> Bool {
        defer { history.isCapped = false }
        return history.isCapped
    }

    /// Keeps `depth` of the channel from its next picture on; a channel that keeps nothing goes on keeping nothing.
    mutating func keepHistory(of depth: StreamDuration) {
        if keepsAll, depth > .zero { history.limits.depth = depth }
    }

    /// Keeps twice `duration` beyond the depth, for playlists of that target duration.
    mutating func keepHistory(forTarget duration: StreamDuration) {
        history.limits.targetDuration = max(history.limits.targetDuration, duration)
    }

    /// Lets the history hold no more than `bytes`.
    mutating func limitHistory(to bytes: Int) {
        guard history.limits.byteCap != bytes else { return }
        history.limits.byteCap = bytes
        if heldBytes > bytes { history.evict(from: &store, keeping: isRTP ? flow.oldestNeeded : store.next) }
    }

    /// Bytes of memory that datagrams and index take.
    var heldBytes: Int { store.heldBytes + history.indexBytes }
}
