/// Shares out the memory of a venue's histories: every channel may keep what it needs, but no more than a common level.
struct HistoryMemory: Sendable {
    /// What one channel holds.
    struct Use: Sendable {
        var bytes: Int
        /// It would hold more if it could.
        var isCapped: Bool
    }

    /// Bytes of all channels together.
    let limit: Int
    /// Bytes of one channel, whatever the others hold.
    let channelCap: Int
    /// The level that holds now; nil while there is enough for all.
    private(set) var level: Int?

    init(limit: Int, channelCap: Int) {
        self.limit = max(0, limit)
        self.channelCap = channelCap
    }

    /// The level for the next second, at which all channels together hold no more than the limit.
    ///
    /// A channel that is held back may want up to its own cap; the others want what they have.
    mutating func level(for uses: [Use]) -> Int? {
        let wants = uses.map { $0.isCapped ? max(channelCap, $0.bytes) : $0.bytes }.sorted()
        level = Self.waterLevel(of: wants, in: limit)
        return level.map { min($0, channelCap) }
    }

    /// The highest level with Σ min(want, level) ≤ `limit`; nil when the limit is enough for all wants.
    ///
    /// `wants` are sorted, the smallest first.
    static func waterLevel(of wants: [Int], in limit: Int) -> Int? {
        var left = limit
        for (index, want) in wants.enumerated() {
            let share = left / (wants.count - index)
            if want > share { return share }
            left -= want
        }
        return nil
    }
}
