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
    private static let retirementBatch = 64
    /// Notes that are kept; later ones only repeat them.
    private static let noteLimit = 256
    /// Datagrams that a channel may hold until they are in order and repaired: four times as many as there are places
    /// for source packets, since repeated ones and repair packets are held as well.
    static let heldDatagrams = 4 * ProtectionParameters.heldPackets
    /// Bytes of them.
    static let heldBytes = 16 << 20

    private var store: DatagramStore
    // Not optional: asking an optional of so many bytes copies them.
    private var flow: MediaFlow
    private var slots: SlotFlow?
    private var transport: TransportAnalyzer?
    private var windows = WindowOutput()
    private var units = TransportOutput()
    private var history: ChannelHistory?
    private var link = LinkIndicator()
    private var traffic = ChannelTraffic()
    private var firsts = FirstTroubles()
    private var notes: [ProtectionNote] = []
    private var nextRetirement: UInt64 = 0
    /// The run whose packets are handed on.
    private var run = 0
    private let channel: Int32
    private let isRTP: Bool
    /// Whether bytes are asked for after their datagram was handed on.
    private let keepsAll: Bool

    init(_ identity: ChannelIdentity, parameters: VenueParameters, pool: SlabPool) {
        store = DatagramStore(pool: pool)
        channel = identity.index
        isRTP = identity.carriage.isRTP
        keepsAll = parameters.history.depth > .zero
        if keepsAll { history = ChannelHistory(limits: parameters.history) }
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
        let bytes = rtp.payload.count + Int(header.wireLength) - min(Int(header.wireLength), datagram.byteCount)
        traffic.count(header, mediaBytes: bytes)
        // Most packets come in order and are lent on as they lie; the others wait for their turn as copies.
        let isLent = !keepsAll && flow.isNext(rtp.sequenceNumber, at: header.time)
        let id = isLent ? store.pass() : store.append(header, datagram, .received)
        flow.source(
            SourcePacket(
                sequenceNumber: rtp.sequenceNumber, timestamp: rtp.timestamp, ssrc: rtp.synchronizationSource,
                payload: rtp.payload, id: id, moment: header.moment, isTruncated: header.isTruncated),
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
        take(release, datagram.extracting(range), into: &sink)
        handOn(at: header.moment, into: &sink)
        if keepsAll { retire() }
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
        history?.advance(to: moment.time)
        if isWholeSecond { link.sample(at: moment.time, lastArrival: traffic.last?.time) }
    }

    mutating func finish(at moment: Moment, into sink: inout some ChannelSink) {
        flow.finish(at: moment, in: &store, into: &windows)
        slots?.finish(at: moment, into: &windows)
        handOn(at: moment, into: &sink)
        transport?.finish(at: moment, into: &units)
        takeUnits(at: moment)
        history?.finish()
    }

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
            history: history?.snapshot())
    }
}

extension ChannelState {
    /// Hands on what the last call told, in order, and gives up datagrams that nobody needs any more.
    private mutating func handOn(at moment: Moment, into sink: inout some ChannelSink) {
        if windows.released.isEmpty, windows.closed.isEmpty, windows.notes.isEmpty { return }
        for index in windows.released.indices {
            let release = windows.released[index]
            if release.run != run {
                if run > 0 { transport?.restart(at: release.moment) }
                run = release.run
            }
            if release.kind != .received, firsts.loss == nil { firsts.loss = release.moment }
            switch release.kind {
            case .lost(let count):
                if firsts.unrecovered == nil { firsts.unrecovered = release.moment }
                transport?.skipped(count, at: release.moment)
                sink.released(channel, release, RawSpan())
            case .received, .recovered:
                guard let slab = store.slab(of: release.packet), let place = store.range(of: release.packet) else {
                    continue
                }
                let start = place.lowerBound
                let range = (start + release.payload.lowerBound)..<(start + release.payload.upperBound)
                take(release, slab.bytes.extracting(range), into: &sink)
            }
        }
        for record in windows.closed {
            link.add(record)
            if record.outcome == .recoveryFailed, firsts.failedWindow == nil { firsts.failedWindow = moment }
            sink.closed(channel, record, at: moment)
        }
        if !windows.notes.isEmpty { notes += windows.notes.prefix(Self.noteLimit - notes.count) }
        windows.clear()
        retire()
    }

    /// Looks into the next media of the channel and hands it on.
    private mutating func take(_ release: Release, _ bytes: RawSpan, into sink: inout some ChannelSink) {
        if !traffic.isTruncated {
            transport?.ingest(
                bytes, from: release.packet, at: release.payload.lowerBound, moment: release.moment,
                isRebuilt: release.kind == .recovered, into: &units)
            if !units.isEmpty { takeUnits(at: release.moment) }
        }
        sink.released(channel, release, bytes)
    }

    private mutating func takeUnits(at moment: Moment) {
        if units.continuityErrors > 0 {
            if firsts.discontinuity == nil { firsts.discontinuity = moment }
            slots?.losses(units.continuityErrors, at: moment, into: &windows)
        }
        history?.append(units)
        units.removeAll()
    }

    private mutating func retire() {
        guard store.count >= Self.retirementBatch, store.next.serial >= nextRetirement else { return }
        nextRetirement = store.next.serial + UInt64(Self.retirementBatch)
        var oldest = isRTP ? flow.oldestNeeded : store.next
        if keepsAll {
            oldest = min(oldest, history?.oldestNeeded ?? oldest, transport?.oldestOpenPacket ?? oldest)
        }
        store.retire(before: oldest)
    }

    /// Gives up order and repair of what is held when it is too much.
    private mutating func relieve(at moment: Moment, into sink: inout some ChannelSink) {
        guard store.count > Self.heldDatagrams || store.byteCount > Self.heldBytes else { return }
        nextRetirement = 0
        retire()
        guard isTooMuch(from: flow.oldestNeeded) else { return }
        flow.relieve(at: moment, in: &store, into: &windows)
        handOn(at: moment, into: &sink)
        nextRetirement = 0
        retire()
    }

    /// Whether the datagrams from `oldest` on are too many; bytes that a history keeps are its own affair.
    private func isTooMuch(from oldest: PacketID) -> Bool {
        store.next.serial - oldest.serial > UInt64(Self.heldDatagrams)
            || !keepsAll && store.byteCount > Self.heldBytes
    }
}
