/// The shape of what was lost: maximal stretches of numbers that never arrived.
public struct LossCounters: Hashable, Sendable {
    /// How many stretches there are.
    public var holes = 0
    /// Length of the longest in packets.
    public var longest = 0
    /// Fewest received packets between two neighbouring stretches of a run; nil with fewer than two.
    public var minSeparation: Int?
    /// How many stretches there are of each length.
    public var runLengths: [Int: Int] = [:]

    /// Nothing lost.
    public init() {}

    /// Packets in all stretches.
    public var packets: Int { runLengths.reduce(0) { $0 + $1.key * $1.value } }

    mutating func add(length: Int) {
        holes += 1
        longest = max(longest, length)
        runLengths[length, default: 0] += 1
    }

    mutating func add(separation: Int) { minSeparation = min(minSeparation ?? separation, separation) }

    mutating func add(_ other: Self) {
        holes += other.holes
        longest = max(longest, other.longest)
        if let separation = other.minSeparation { add(separation: separation) }
        runLengths.merge(other.runLengths, uniquingKeysWith: +)
    }
}
