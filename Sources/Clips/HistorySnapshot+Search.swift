import History
import Timing

extension HistorySnapshot {
    /// How far the picture times of chunks may be out of order: a step of ten seconds begins a new run, whose first two
    /// seconds may yet move it.
    private static let disorder = StreamDuration(seconds: 12)
    /// Chunks out of order that are looked at on either side of a window.
    private static let disorderLimit = 64

    /// The chunks with pictures presented from `start` on and before `end`: for each run those from its first to its last.
    ///
    /// It halves the history until it is near the window, so that a long one costs no more.
    func chunks(from start: StreamTime, upTo end: StreamTime) -> [Range<Int>] {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].end > start { high = middle } else { low = middle + 1 }
        }
        let lowest = max(0, low - Self.disorderLimit)
        while low > lowest, self[low - 1].end > start - Self.disorder { low -= 1 }
        var found: [Range<Int>] = []
        var run = -1
        var behind = 0
        while low < count {
            let chunk = self[low]
            if chunk.start >= end {
                behind += 1
                if chunk.start >= end + Self.disorder || behind > Self.disorderLimit { break }
            } else if chunk.end > start {
                if run == chunk.run, let last = found.popLast() {
                    found.append(last.lowerBound..<(low + 1))
                } else {
                    found.append(low..<(low + 1))
                    run = chunk.run
                }
            }
            low += 1
        }
        return found
    }

    /// The first chunk of the run that chunk `index` belongs to, found by halving: runs are numbered as they begin.
    func firstChunk(ofRunAt index: Int) -> Int {
        let run = self[index].run
        var low = 0
        var high = index
        while low < high {
            let middle = (low + high) / 2
            if self[middle].run < run { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
