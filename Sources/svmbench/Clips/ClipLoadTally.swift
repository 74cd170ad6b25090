/// What the readers of a load were answered.
struct ClipLoadTally {
    /// Answers that were whole.
    var whole = 0
    /// Those that were the asked part of a clip.
    var parts = 0
    /// Answers with the status 429.
    var refused = 0
    /// What was neither.
    var failed = 0
    /// Bytes of bodies.
    var bytes = 0
    /// Milliseconds from when a clip was due to be asked for to its last byte: the median, the 99th percentile, the longest.
    var p50 = 0.0
    var p99 = 0.0
    var longest = 0.0
    /// The 99th percentiles of each kind.
    var movieP99 = 0.0
    var transportP99 = 0.0
    /// The 99th percentile to the first byte.
    var firstByteP99 = 0.0

    /// Requests in all.
    var count: Int { whole + parts + refused + failed }

    /// Nothing asked yet.
    init() {}

    private static let integers: [any WritableKeyPath<Self, Int> & Sendable] = [
        \.whole, \.parts, \.refused, \.failed, \.bytes,
    ]
    private static let times: [any WritableKeyPath<Self, Double> & Sendable] = [
        \.p50, \.p99, \.longest, \.movieP99, \.transportP99, \.firstByteP99,
    ]

    /// The numbers between spaces.
    var text: String {
        (Self.integers.map { "\(self[keyPath: $0])" } + Self.times.map { "\(self[keyPath: $0])" })
            .joined(separator: " ")
    }

    /// Reads ``text``.
    init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count == Self.integers.count + Self.times.count else { return nil }
        for (path, word) in zip(Self.integers, words) {
            guard let number = Int(word) else { return nil }
            self[keyPath: path] = number
        }
        for (path, word) in zip(Self.times, words.dropFirst(Self.integers.count)) {
            guard let number = Double(word) else { return nil }
            self[keyPath: path] = number
        }
    }

    func add(to result: inout BenchResult) {
        result.add("clips", Double(count), "")
        result.add("whole", Double(whole), "")
        result.add("parts", Double(parts), "")
        result.add("refused", Double(refused), "429s")
        result.add("failed", Double(failed), "")
        result.add("p50", p50, "ms")
        result.add("p99", p99, "ms")
        result.add("longest", longest, "ms")
        result.add("movieP99", movieP99, "ms")
        result.add("transportP99", transportP99, "ms")
        result.add("firstByteP99", firstByteP99, "ms")
    }
}
