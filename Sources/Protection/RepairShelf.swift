import Evidence
import Timing
import VenueWire

/// The repair packets that windows not closed yet may need, in order of arrival.
struct RepairShelf: Sendable {
    private static let remembered = 64

    private(set) var repairs: [StoredRepair] = []
    private var recent: [UInt32] = []
    private var nextRecent = 0
    /// No kept repair packet protects a number below `lowest` or above `highest`; all end at `lowestEnd` or later.
    private var lowest = Int64.max
    private var lowestEnd = Int64.max
    private var highest = Int64.min

    /// The oldest repair packet that is kept.
    var oldest: PacketID? { repairs.first?.id }

    /// Notes a repair packet; false when its like was among the last ones, so it is a duplicate.
    mutating func isNew(_ packet: RepairPacket) -> Bool {
        let mark = (packet.header.isRow ? 1 << 16 : 0) | UInt32(packet.header.snBase.rawValue)
        if recent.contains(mark) { return false }
        if recent.count < Self.remembered {
            recent.append(mark)
        } else {
            recent[nextRecent] = mark
            nextRecent = (nextRecent + 1) % Self.remembered
        }
        return true
    }

    /// Keeps a repair packet; the oldest one leaves when there are too many.
    mutating func put(_ repair: StoredRepair) {
        if repairs.count >= ProtectionParameters.heldRepairs {
            repairs.removeFirst(ProtectionParameters.heldRepairs / 4)
        }
        repairs.append(repair)
        bound(repair)
    }

    private mutating func bound(_ repair: StoredRepair) {
        lowest = min(lowest, repair.number)
        lowestEnd = min(lowestEnd, repair.last)
        highest = max(highest, repair.last)
    }

    private mutating func unbound() { (lowest, lowestEnd, highest) = (.max, .max, .min) }

    /// Whether any repair packet may protect one of `numbers`.
    func reaches(_ numbers: ClosedRange<Int64>) -> Bool {
        lowest <= numbers.upperBound && highest >= numbers.lowerBound
    }

    /// Gives up repair packets whose every protected number lies below `number`.
    mutating func prune(below number: Int64) {
        // Windows may be as small as one packet and close by the thousand, so most of them must cost nothing here.
        guard lowestEnd < number else { return }
        repairs.removeAll { $0.last < number }
        unbound()
        for repair in repairs { bound(repair) }
    }

    /// How many repair packets older than `limit` begin within `numbers`.
    func count(in numbers: ClosedRange<Int64>, before limit: PacketID) -> Int {
        guard reaches(numbers) else { return 0 }
        return repairs.reduce(0) { $0 + ($1.id < limit && numbers.contains($1.number) ? 1 : 0) }
    }

    /// Keeps none.
    mutating func clear() {
        repairs.removeAll(keepingCapacity: true)
        recent.removeAll(keepingCapacity: true)
        nextRecent = 0
        unbound()
    }
}
