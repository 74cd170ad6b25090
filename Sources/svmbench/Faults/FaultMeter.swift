import Glibc
import Pipeline
import VenueRuntime

/// What the process holds at a moment.
struct FaultMeter {
    var descriptors: Int
    var threads: Int
    /// Resident bytes.
    var resident: Int
    /// Bytes that the histories keep.
    var kept: Int

    init(_ rig: FaultRig) {
        // One is that of the folder which is being read.
        descriptors = ProcessFile.names(in: "/proc/self/fd").count - 1
        threads = ProcessFile.names(in: "/proc/self/task").count
        let words = ProcessFile.lines("/proc/self/statm").first?.split(separator: " ") ?? []
        resident = words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
        kept = rig.venue.snapshot(notOlderThan: .zero).channels.reduce(0) { $0 + $1.historyBytes }
    }
}
