import Bytes
import Evidence
import NetworkFormats
import Timing
import VenueWire

extension FlowState {
    /// Rebuilt packets of one window that may fail their cross-check; then nothing more is tried for it.
    private static let corruptLimit = 16

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
        let isReached = repairs.reaches(window)
        if isReached { prove(window, before: limit, store) }
        guard repairsFit != false else {
            protection.corrupt += 1
            output.notes.append(ProtectionNote(kind: .corrupt(number: window.lowerBound), moment: lastSource.moment))
            return
        }
        guard isReached, isSolvable(window, before: limit) else { return }
        var equations: [Equation] = []
        var ready: [Ready] = []
        // A grid of L by D has L + D repair packets, twice that where windows do not fit the columns; a sender may send
        // any number of others for the same few packets.
        let most = 4 * window.count + 8
        var corrupt = 0
        for repair in repairs.repairs where repair.id < limit && repair.number <= window.upperBound {
            guard repair.last >= window.lowerBound else { continue }
            guard equations.count < most else { break }
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
                corrupt += 1
                if corrupt > Self.corruptLimit { return }
                continue
            }
            for index in equations.indices where equations[index].repair.protects(number) {
                equations[index].missing -= 1
                guard equations[index].missing == 1 else { continue }
                ready.append(Ready(index: index, moment: moment(of: equations[index].repair, store)))
            }
        }
    }

    /// Whether any repair packet that reaches into `window` has but one missing number: nothing can begin without one.
    ///
    /// Most windows that lost more than can be rebuilt are told here, without counting all that they miss.
    private func isSolvable(_ window: ClosedRange<Int64>, before limit: PacketID) -> Bool {
        repairs.repairs.contains { repair in
            repair.id < limit && repair.number <= window.upperBound && repair.last >= window.lowerBound
                && missesOne(repair)
        }
    }

    private func missesOne(_ repair: StoredRepair) -> Bool {
        var missing = 0
        var place: Int64 = 0
        while place < repair.count, missing < 2 {
            if isMissing(repair.member(place)) { missing += 1 }
            place += 1
        }
        return missing == 1
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
