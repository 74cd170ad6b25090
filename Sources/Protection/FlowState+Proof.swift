import Evidence
import NetworkFormats

extension FlowState {
    /// Finds out whether the repair packets belong to the source packets: one that has all of its packets must be their sum.
    ///
    /// A repair flow of another sender, or of numbers that somebody rewrote, would else rebuild packets that never were. The
    /// timestamp is left out: some senders rewrite it after they made the sums.
    mutating func prove(_ window: ClosedRange<Int64>, before limit: PacketID, _ store: borrowing DatagramStore) {
        for repair in repairs.repairs where repair.id < limit && repair.number <= window.upperBound {
            guard repair.last >= window.lowerBound, isWhole(repair), let fits = isSum(repair, store) else { continue }
            repairsFit = fits
            return
        }
    }

    private func isWhole(_ repair: StoredRepair) -> Bool {
        for place in 0..<repair.count where held[repair.member(place)].state != .arrived { return false }
        return true
    }

    /// Nil when bytes are gone or were cut.
    private mutating func isSum(_ repair: StoredRepair, _ store: borrowing DatagramStore) -> Bool? {
        guard var sum = PacketSum(repair, store, &scratch) else { return nil }
        for place in 0..<repair.count {
            guard sum.fold(held[repair.member(place)].id, store, &scratch) else { return nil }
        }
        return sum.isTruncated ? nil : sum.isNothing(scratch)
    }
}
