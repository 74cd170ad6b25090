/// Finds the word somebody meant.
enum Spelling {
    /// Words longer than this are not compared.
    private static let lengthLimit = 64

    /// The word of `known` that `word` most likely means; nil when none is near.
    ///
    /// Ties go to the one that stands first.
    static func nearest(to word: String, among known: [String]) -> String? {
        let word = word.lowercased()
        guard word.utf8.count <= lengthLimit, !word.isEmpty else { return nil }
        if word.count >= 3, let longer = known.first(where: { $0.lowercased().hasPrefix(word) }) { return longer }
        let allowed = max(1, min(3, word.count / 3))
        let ranked = known.map { (distance(word, $0.lowercased()), $0) }.filter { $0.0 <= allowed }
        return ranked.min { $0.0 < $1.0 }?.1
    }

    /// The fewest insertions, deletions, changes and swaps of neighbours that make one word of the other.
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left)
        let right = Array(right)
        guard right.count <= lengthLimit else { return .max }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let change = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
