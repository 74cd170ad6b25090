import Protection
import Timing

/// The windows of a channel's past, oldest first: whole groups, which readers share, and the newest, which still grow.
struct KeptWindows: Sendable {
    private var groups: [WindowGroup] = []
    /// Windows of the first group that are given up.
    private var dropped = 0
    private var recent: [KeptWindow] = []

    var count: Int { groups.count * WindowGroup.size - dropped + recent.count }
    /// Bytes of the list.
    var indexBytes: Int { count * MemoryLayout<KeptWindow>.stride }
    /// The windows in one array.
    var all: [KeptWindow] { Array(groups.map(\.windows).joined().dropFirst(dropped)) + recent }

    /// Window number `index`, from the oldest one.
    subscript(index: Int) -> KeptWindow {
        let place = index + dropped
        let shared = groups.count * WindowGroup.size
        return place < shared
            ? groups[place / WindowGroup.size].windows[place % WindowGroup.size] : recent[place - shared]
    }

    mutating func append(_ window: KeptWindow) {
        if recent.count == WindowGroup.size {
            groups.append(WindowGroup(recent))
            recent.removeAll(keepingCapacity: true)
        }
        recent.append(window)
    }

    /// Gives up the oldest windows, as long as they were closed before `time`.
    mutating func remove(closedBefore time: StreamTime) {
        while let group = groups.first, group.windows[dropped].record.closed < time {
            dropped += 1
            if dropped == WindowGroup.size {
                groups.removeFirst()
                dropped = 0
            }
        }
        guard groups.isEmpty, let oldest = recent.first, oldest.record.closed < time else { return }
        recent.removeFirst(recent.firstIndex { $0.record.closed >= time } ?? recent.count)
    }
}
