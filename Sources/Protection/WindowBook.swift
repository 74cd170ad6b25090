/// The running sums of everything that is counted when windows close.
struct WindowBook: Sendable {
    /// Window runs begun before the current one.
    var windowRun = 0
    var windows = WindowCounters()
    var recovered = 0
    var unrecovered = 0
    var late = 0

    /// Adds the sums of a draft.
    mutating func add(_ other: Self) {
        windows.add(other.windows)
        recovered += other.recovered
        unrecovered += other.unrecovered
        late += other.late
    }

    /// Counts a window and tells of it.
    mutating func close(_ record: WindowRecord, into records: inout [WindowRecord]) {
        windows.count(record)
        records.append(record)
    }
}
