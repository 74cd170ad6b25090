extension StringProtocol where SubSequence == Substring {
    /// The first `limit` words between single-byte spaces.
    ///
    /// Bytes are looked at, not characters: strangers write these lines, and characters cost a hundred times as much.
    func words(_ limit: Int) -> [Substring] {
        var words: [Substring] = []
        var start = utf8.startIndex
        while words.count < limit, start < utf8.endIndex {
            let end = utf8[start...].firstIndex(of: 0x20) ?? utf8.endIndex
            if start < end { words.append(self[start..<end]) }
            start = end < utf8.endIndex ? utf8.index(after: end) : end
        }
        return words
    }
}
