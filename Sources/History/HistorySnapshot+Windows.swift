import Protection
public import Timing

extension HistorySnapshot {
    /// How many protection windows are kept.
    public var windowCount: Int { keptWindows.count }

    /// Protection window number `index`, from the oldest one, which is 0; they are told in the order in which they closed.
    public func window(at index: Int) -> KeptWindow { keptWindows[index] }

    /// The first window that closed at `time` or later, or the number of windows; found without looking at all of them.
    public func firstWindow(closedSince time: StreamTime) -> Int {
        var low = 0
        var high = windowCount
        while low < high {
            let middle = (low + high) / 2
            if keptWindows[middle].record.closed < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
