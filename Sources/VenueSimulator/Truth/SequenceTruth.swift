/// What sequence numbers say of a channel (definitions of expected, lost and so on: RFC 3550 A.1, RFC 4737).
public struct SequenceTruth: Hashable, Sendable {
    /// Σ over runs of highest − base + 1.
    public var expected = 0
    /// Distinct numbers that arrived.
    public var received = 0
    /// `expected` − `received`.
    public var lost = 0
    /// Arrivals of numbers that had arrived before.
    public var duplicates = 0
    /// First arrivals below the highest number so far.
    public var reordered = 0
    /// The largest distance of such an arrival from the highest number so far.
    public var reorderDepth = 0
    /// Those of them whose window had closed.
    public var late = 0
    /// Runs after the first.
    public var sequenceResets = 0
    /// Maximal runs of numbers that never arrived.
    public var holes = 0
    /// The longest of them.
    public var longestHole = 0
    /// Fewest received packets between two holes of a run; nil with fewer than two holes in every run.
    public var minSeparation: Int?
    /// How many holes there are of each length.
    public var runLengths: [Int: Int] = [:]

    /// Nothing yet.
    public init() {}
}
