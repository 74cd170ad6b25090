/// How often each length was seen, for an exact median in bounded memory.
///
/// Up to `distinctLimit` different lengths are kept apart; after that a new one counts as the nearest length known.
struct IntervalCounts: Sendable {
    static let distinctLimit = 1_024

    private var lengths: [Int64] = []
    private var counts: [Int] = []
    /// How many were added.
    private(set) var total = 0
    /// The longest, as it was.
    private(set) var longest: Int64 = 0

    /// Adds one length.
    mutating func add(_ length: Int64) { add(length, times: 1) }

    private mutating func add(_ length: Int64, times: Int) {
        total += times
        longest = max(longest, length)
        let place = place(of: length)
        if place < lengths.count, lengths[place] == length {
            counts[place] += times
        } else if lengths.count < Self.distinctLimit {
            lengths.insert(length, at: place)
            counts.insert(times, at: place)
        } else {
            counts[nearest(length, place)] += times
        }
    }

    /// Adds all that `other` counted.
    mutating func merge(_ other: Self) {
        for (length, times) in zip(other.lengths, other.counts) { add(length, times: times) }
        longest = max(longest, other.longest)
    }

    /// The middle one; of an even number the mean of the two in the middle, rounded down; nil when there is none.
    var median: Int64? {
        guard total > 0 else { return nil }
        let low = length(ranked: (total - 1) / 2)
        let high = length(ranked: total / 2)
        return low + (high - low) / 2
    }

    private func length(ranked rank: Int) -> Int64 {
        var left = rank
        for (length, times) in zip(lengths, counts) {
            if left < times { return length }
            left -= times
        }
        return lengths.last ?? 0
    }

    private func place(of length: Int64) -> Int {
        var low = 0
        var high = lengths.count
        while low < high {
            let middle = (low + high) / 2
            if lengths[middle] < length { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func nearest(_ length: Int64, _ place: Int) -> Int {
        guard place > 0 else { return 0 }
        guard place < lengths.count else { return lengths.count - 1 }
        return length &- lengths[place - 1] <= lengths[place] &- length ? place - 1 : place
    }
}
