/// A span of time, and how much of it other programs took from the threads of this one.
struct FaultWait {
    private let begin = FaultTime.now()
    private let waits = Self.waits()

    /// Seconds since the beginning.
    var seconds: Double { Double(FaultTime.now() - begin) / 1e9 }

    /// The longest that one of the threads waited for a processor since the beginning, in seconds.
    var stolen: Double { Self.waits().map { max(0, $1 - (waits[$0] ?? 0)) }.max() ?? 0 }

    /// Whether more than so many seconds have passed in which every thread could have run.
    func isLonger(than limit: Double) -> Bool { seconds > limit && seconds - stolen > limit }

    /// How long each thread has waited for a processor so far, in seconds, by its number.
    private static func waits() -> [Substring: Double] {
        var waits: [Substring: Double] = [:]
        for name in ProcessFile.names(in: "/proc/self/task") {
            let words = ProcessFile.lines("/proc/self/task/\(name)/schedstat").first?.split(separator: " ") ?? []
            if words.count > 1 { waits[name] = (Double(words[1]) ?? 0) / 1e9 }
        }
        return waits
    }
}
