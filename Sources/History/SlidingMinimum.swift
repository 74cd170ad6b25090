/// The least of the values of the last while, in bounded memory.
///
/// Kept are only values that can still become the least one: each is greater than the ones before it.
struct SlidingMinimum: Sendable {
    /// Values kept at most; beyond that, a value greater than all kept ones is passed over.
    static let limit = 4_096

    private var entries: [(value: Int64, time: Int64)] = []
    private var head = 0

    /// The least value that is not forgotten.
    var minimum: Int64? { head < entries.count ? entries[head].value : nil }

    /// Adds a value; `time` never falls.
    mutating func add(_ value: Int64, at time: Int64) {
        while entries.count > head, let last = entries.last, last.value >= value { entries.removeLast() }
        guard entries.count - head < Self.limit else { return }
        entries.append((value, time))
    }

    /// Forgets what was added at `time` or before.
    mutating func forget(until time: Int64) {
        while head < entries.count, entries[head].time <= time { head += 1 }
        if head >= 64, head * 2 >= entries.count {
            entries.removeFirst(head)
            head = 0
        }
    }
}
