/// The numbers between a run's base and maximum that have not arrived, as stretches in ascending order.
///
/// Everything else between base and maximum has arrived, so this is also the memory of duplicates. Only a bounded number
/// of stretches can still be filled; older ones are folded into counters.
struct HoleList: Sendable {
    /// The most stretches that can still be filled.
    static let limit = 2048

    private(set) var holes: [Hole] = []
    private var settled = LossCounters()
    private var settledEnd: Int64?

    /// Whether a number this low might lie in a stretch that was folded into counters.
    func isSettled(_ number: Int64) -> Bool {
        guard let settledEnd else { return false }
        return number <= settledEnd
    }

    /// Which stretch holds `number`; nil when it has arrived.
    func index(of number: Int64) -> Int? {
        var low = 0
        var high = holes.count
        while low < high {
            let middle = (low + high) / 2
            if holes[middle].last < number { low = middle + 1 } else { high = middle }
        }
        return low < holes.count && holes[low].first <= number ? low : nil
    }

    /// Adds a stretch above all others.
    mutating func append(_ hole: Hole) {
        holes.append(hole)
        if holes.count > Self.limit { settleOldest() }
    }

    /// Adds a stretch below all others.
    mutating func prepend(_ hole: Hole) { holes.insert(hole, at: 0) }

    /// Takes `number` out of the stretch at `index` and returns how many numbers of the stretch lie below it.
    ///
    /// Those then belong to `slot`, where their next higher number has just arrived.
    mutating func fill(_ number: Int64, at index: Int, slot: Int64) -> Int {
        let hole = holes[index]
        let below = Int(number - hole.first)
        if hole.first == hole.last {
            holes.remove(at: index)
        } else if number == hole.last {
            holes[index].last = number - 1
            holes[index].slot = slot
        } else if number == hole.first {
            holes[index].first = number + 1
        } else {
            holes[index].first = number + 1
            holes.insert(Hole(first: hole.first, last: number - 1, slot: slot), at: index)
            if holes.count > Self.limit { settleOldest() }
        }
        return below
    }

    /// How the losses look now.
    var loss: LossCounters {
        var counters = settled
        var end = settledEnd
        for hole in holes { Self.fold(hole, into: &counters, after: &end) }
        return counters
    }

    private mutating func settleOldest() {
        let count = Self.limit / 2
        for hole in holes[..<count] { Self.fold(hole, into: &settled, after: &settledEnd) }
        holes.removeFirst(count)
    }

    private static func fold(_ hole: Hole, into counters: inout LossCounters, after end: inout Int64?) {
        counters.add(length: hole.length)
        if let end { counters.add(separation: Int(hole.first - end) - 1) }
        end = hole.last
    }
}
