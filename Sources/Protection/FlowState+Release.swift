import Evidence
import NetworkFormats

extension FlowState {
    /// Releases a packet when it is its turn, else holds it; with `keeping`, holds it in either case for repair.
    mutating func place(
        _ number: Int64, _ packet: SourcePacket, _ state: HeldPackets.State = .arrived, keeping: Bool,
        _ output: inout WindowOutput
    ) {
        if number == cursor, state == .arrived, !isHolding {
            output.released.append(
                Release(
                    kind: .received, number: number, packet: packet.id, payload: packet.payload, moment: packet.moment,
                    run: runNumber))
            cursor += 1
            if keeping { held.put(number, packet.id, packet.payload, state) }
            return
        }
        let isWaiting = number >= cursor || isHolding
        guard isWaiting || keeping else { return }
        held.put(number, packet.id, packet.payload, state)
        if waitingSince == nil, isWaiting { waitingSince = packet.id }
    }

    /// Releases what has become final: up to the first number that is missing and whose window is still open.
    mutating func drain(
        _ scheme: borrowing some WindowScheme, at moment: Moment, _ store: borrowing DatagramStore,
        _ output: inout WindowOutput
    ) {
        guard !isHolding else { return }
        let end = max(run.maximum, rebuiltThrough)
        let start = cursor
        while cursor <= end {
            let entry = held[cursor]
            if entry.state == .arrived {
                release(entry, .received, store, &output)
                continue
            }
            let hole = self.hole(at: cursor)
            guard scheme.isClosed(cursor, slot: hole?.slot ?? .min) else {
                if cursor > start { findWaiting(through: end) }
                return
            }
            if entry.state == .rebuilt {
                release(entry, .recovered, store, &output)
            } else {
                let isVacant = vacant?.contains(cursor) ?? false
                let last = isVacant ? vacant?.upperBound : scheme.closesWholeHoles ? hole?.last : nil
                giveUp(through: last ?? cursor, at: moment, &output)
            }
        }
        waitingSince = nil
    }

    /// Releases everything below `number`, whatever its window says: the ring has no room for more.
    ///
    /// With `wholeHoles` nothing was rebuilt, so holes are passed in one step.
    mutating func force(
        below number: Int64, wholeHoles: Bool, at moment: Moment, _ store: borrowing DatagramStore,
        _ output: inout WindowOutput
    ) {
        while cursor < number {
            let entry = held[cursor]
            switch entry.state {
            case .arrived: release(entry, .received, store, &output)
            case .rebuilt: release(entry, .recovered, store, &output)
            case .absent, .provisional:
                let last = wholeHoles ? hole(at: cursor)?.last ?? cursor : cursor
                giveUp(through: min(last, number - 1), at: moment, &output)
            }
        }
    }

    private mutating func findWaiting(through end: Int64) {
        waitingSince = nil
        for number in cursor...end {
            let entry = held[number]
            guard entry.state != .absent else { continue }
            waitingSince = min(waitingSince ?? entry.id, entry.id)
        }
    }

    /// The hole that a missing number lies in; nil when it was folded into counters, or lies beside the run.
    private func hole(at number: Int64) -> Hole? { run.holes.index(of: number).map { run.holes.holes[$0] } }

    private mutating func release(
        _ entry: HeldPackets.Entry, _ kind: Release.Kind, _ store: borrowing DatagramStore,
        _ output: inout WindowOutput
    ) {
        output.released.append(
            Release(
                kind: kind, number: entry.number, packet: entry.id, payload: entry.payload,
                moment: store.moment(of: entry.id) ?? lastSource.moment, run: runNumber))
        cursor += 1
    }

    /// Gives up the missing numbers from the cursor to `last`, which lie in one hole if there are several.
    private mutating func giveUp(through last: Int64, at moment: Moment, _ output: inout WindowOutput) {
        let missing = Int(last - cursor) + 1
        defer { cursor = last + 1 }
        if cursor < run.base {
            // Nothing was expected there.
        } else if let last = output.released.last, case .lost(let count) = last.kind,
            last.number + Int64(count) == cursor
        {
            output.released[output.released.count - 1].kind = .lost(count + missing)
        } else {
            output.released.append(
                Release(
                    kind: .lost(missing), number: cursor, packet: lastSource.id, payload: 0..<0, moment: moment,
                    run: runNumber))
        }
    }
}
