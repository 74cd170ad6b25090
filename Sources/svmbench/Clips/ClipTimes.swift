/// How long the same thing took again and again.
struct ClipTimes {
    /// Seconds, in the order in which they were measured.
    private(set) var seconds: [Double] = []

    mutating func append(_ time: Double) { seconds.append(time) }

    /// The time that so many of a hundred do not exceed, in milliseconds; infinite when nothing was measured.
    func percentile(_ percent: Int) -> Double {
        let sorted = seconds.sorted()
        guard !sorted.isEmpty else { return .infinity }
        return sorted[min(sorted.count - 1, sorted.count * percent / 100)] * 1_000
    }

    /// Adds the median and the 99th percentile as figures in milliseconds.
    func add(to result: inout BenchResult, _ name: String) {
        result.add(name + "P50", percentile(50), "ms")
        result.add(name + "P99", percentile(99), "ms")
    }
}
