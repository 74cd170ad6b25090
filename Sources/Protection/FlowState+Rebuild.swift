import Bytes
import Evidence
import NetworkFormats
import Timing
import VenueWire

extension FlowState {
    /// A repair packet that can give a number, and from when on it could.
    private struct Ready: Sendable {
        var index: Int
        var moment: Moment
    }

    /// A repair packet under way: how many of the numbers that it protects are missing.
    private struct Equation: Sendable {
        var repair: StoredRepair
        var missing: Int
    }

    /// Rebuilds what can be rebuilt of the missing `window`, with repair packets older than `limit`.
    ///
    /// Every repair packet with one missing number left gives that number, until none is left with one; whichever could
    /// do so first goes first, so each packet bears the earliest moment. Numbers outside `reach` are not rebuilt: they
    /// may still be under way.
    mutating func rebuild(
        _ window: ClosedRange<Int64>, reach: ClosedRange<Int64>, before limit: PacketID,
        _ store: inout DatagramStore, _ output: inout WindowOutput
    ) {
        prove(window, before: limit, store)
        guard repairsFit != false else {
            protection.corrupt += 1
            output.notes.append(ProtectionNote(kind: .corrupt(number: window.lowerBound), moment: lastSource.moment))
            return
        }
        var equations: [Equation] = []
        var ready: [Ready] = []
        for repair in repairs.repairs where repair.id < limit && repair.number <= window.upperBound {
            guard repair.last >= window.lowerBound else { continue }
            let missing = missingCount(of: repair)
            if missing == 1 { ready.append(Ready(index: equations.count, moment: moment(of: repair, store))) }
            if missing > 0 { equations.append(Equation(repair: repair, missing: missing)) }
        }
        while let place = ready.indices.min(by: { ready[$0].moment < ready[$1].moment }) {
            let next = ready.remove(at: place).index
            let repair = equations[next].repair
            guard equations[next].missing == 1, let number = missingNumber(of: repair), reach.contains(number) else {
                continue
            }
            guard solve(repair, for: number, &store, &output) else {
                equations[next].missing = 0
                continue
            }
            for index in equations.indices where equations[index].repair.protects(number) {
                equations[index].missing -= 1
                guard equations[index].missing == 1 else { continue }
                ready.append(Ready(index: index, moment: moment(of: equations[index].repair, store)))
            }
        }
    }

    /// When the last of a repair packet and the packets that it protects came.
    private func moment(of repair: StoredRepair, _ store: borrowing DatagramStore) -> Moment {
        var last = repair.moment
        for place in 0..<repair.count {
            let entry = held[repair.member(place)]
            if entry.state != .absent, let moment = store.moment(of: entry.id) { last = max(last, moment) }
        }
        return last
    }

    private func isMissing(_ number: Int64) -> Bool { !held[number].isHere }

    private func missingCount(of repair: StoredRepair) -> Int {
        var missing = 0
        var place: Int64 = 0
        while place < repair.count {
            if isMissing(repair.member(place)) { missing += 1 }
            place += 1
        }
        return missing
    }

    private func missingNumber(of repair: StoredRepair) -> Int64? {
        for place in 0..<repair.count where isMissing(repair.member(place)) { return repair.member(place) }
        return nil
    }

    /// Rebuilds one packet; false when its cross-check fails or bytes are gone.
    private mutating func solve(
        _ repair: StoredRepair, for number: Int64, _ store: inout DatagramStore, _ output: inout WindowOutput
    ) -> Bool {
        guard var sum = PacketSum(repair, store, &scratch) else { return false }
        for place in 0..<repair.count where repair.member(place) != number {
            guard sum.fold(held[repair.member(place)].id, store, &scratch) else { return false }
        }
        guard let length = sum.finish(number: number, ssrc: run.ssrc, &scratch),
            let payload = sum.isTruncated ? 0..<0 : payload(length: length)
        else {
            protection.corrupt += 1
            output.notes.append(ProtectionNote(kind: .corrupt(number: number), moment: sum.moment))
            return false
        }
        var header = store[lastSource.id]?.header ?? sum.header
        header.time = sum.moment.time
        header.ordinal = sum.moment.ordinal
        header.droppedBefore = 0
        header.wireLength = UInt32(length)
        header.storedLength = sum.isTruncated ? 0 : UInt32(length)
        let bytes = scratch
        let id = store.append(header, length: Int(header.storedLength), .recovered) { room in
            room.copy(bytes.lent.extracting(0..<room.byteCount))
        }
        held.put(number, id, payload, .rebuilt)
        return true
    }

    /// Where the payload of the packet in the buffer lies; nil when its header does not hold together.
    private func payload(length: Int) -> Range<Int>? {
        let packet = scratch.lent.extracting(0..<length)
        return (try? RTPHeader(parsing: packet))?.payload
    }
}
