import Bytes
import Evidence
import History
import NetworkFormats
import Protection
import Quality
import Timing
import TransportStream

extension ChannelState {
    /// Hands on what the last call told, in order, and gives up datagrams that nobody needs any more.
    mutating func handOn(at moment: Moment, into sink: inout some ChannelSink) {
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
                if keepsAll { history.append(release, nil) }
                nextPacket.serial += 1
                sink.released(channel, release, RawSpan())
            case .received, .recovered:
                guard let (slab, place) = store.place(of: release.packet) else { continue }
                let start = place.lowerBound
                let range = (start + release.payload.lowerBound)..<(start + release.payload.upperBound)
                if keepsAll { history.append(release, SlabSlice(slab, range)) }
                take(release, slab.bytes.extracting(range), into: &sink)
            }
        }
        for record in windows.closed {
            link.add(record)
            if record.outcome == .recoveryFailed, firsts.failedWindow == nil { firsts.failedWindow = moment }
            if keepsAll { keep(record) }
            sink.closed(channel, record, at: moment)
        }
        if !windows.notes.isEmpty { notes += windows.notes.prefix(Self.noteLimit - notes.count) }
        windows.clear()
        retire(at: moment.time)
    }

    /// Keeps the packet that has just been put into the store.
    mutating func keep(_ release: Release) {
        guard let (slab, place) = store.place(of: release.packet) else { return }
        let start = place.lowerBound
        let range = (start + release.payload.lowerBound)..<(start + release.payload.upperBound)
        history.append(release, SlabSlice(slab, range))
    }

    private mutating func keep(_ record: WindowRecord) {
        guard isRTP else { return history.append(record, run: 0) }
        history.append(record, run: record.run >= flow.firstWindowRun ? flow.runCount : flow.runCount - 1)
    }

    /// Looks into the next media of the channel and hands it on.
    mutating func take(_ release: Release, _ bytes: RawSpan, into sink: inout some ChannelSink) {
        if !traffic.isTruncated {
            transport?.ingest(
                bytes, from: nextPacket, moment: release.moment, isRebuilt: release.kind == .recovered, into: &units)
            if !units.isEmpty { takeUnits(at: release.moment) }
        }
        nextPacket.serial += 1
        sink.released(channel, release, bytes)
    }

    mutating func takeUnits(at moment: Moment) {
        if units.continuityErrors > 0 {
            if firsts.discontinuity == nil { firsts.discontinuity = moment }
            slots?.losses(units.continuityErrors, at: moment, into: &windows)
        }
        if keepsAll { history.append(units) }
        units.removeAll()
    }

    /// Gives up datagrams that nobody needs any more; now and then, since that is cheaper in bulk.
    mutating func retire(at time: StreamTime) {
        guard store.count >= Self.retirementBatch, store.next.serial >= nextRetirement else { return }
        nextRetirement = store.next.serial + UInt64(Self.retirementBatch)
        heldFrom = isRTP ? flow.oldestNeeded : store.next
        if keepsAll {
            history.evict(from: &store, keeping: heldFrom, arrival: time)
        } else {
            store.retire(before: heldFrom)
        }
    }

    /// Gives up order and repair of what is held when it is too much; bytes that a history keeps are its own affair.
    mutating func relieve(at moment: Moment, into sink: inout some ChannelSink) {
        if keepsAll { retire(at: moment.time) }
        guard isTooMuch else { return }
        nextRetirement = 0
        retire(at: moment.time)
        guard isTooMuch else { return }
        flow.relieve(at: moment, in: &store, into: &windows)
        handOn(at: moment, into: &sink)
        nextRetirement = 0
        retire(at: moment.time)
    }

    /// Whether the datagrams that the flow held when that was last asked, and those that came since, are too many.
    private var isTooMuch: Bool {
        keepsAll
            ? store.next.serial - heldFrom.serial > UInt64(Self.heldDatagrams)
            : store.count > Self.heldDatagrams || store.byteCount > Self.heldBytes
    }
}
