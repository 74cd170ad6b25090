import Timing

/// The newest samples of an indicator, one byte for each second.
struct SampleLog: Sendable {
    /// Samples that are kept at least, when there were so many; at most twice as many are.
    static let limit = 2_048
    private static let failures: UInt8 = 0x80

    /// The first sample that is kept, in whole seconds.
    private var first: Int64 = 0
    private var codes: [UInt8] = []

    /// Takes a sample; seconds that were left out were silent, unless they are more than are kept.
    mutating func append(_ value: Int, hasFailures: Bool, at second: Int64) {
        let next = first + Int64(codes.count)
        if codes.isEmpty || second < next || second - next > Int64(Self.limit) {
            codes.removeAll(keepingCapacity: true)
            first = second
        } else {
            codes.append(contentsOf: repeatElement(0, count: Int(second - next)))
        }
        codes.append(UInt8(clamping: value) | (hasFailures ? Self.failures : 0))
        guard codes.count > 2 * Self.limit else { return }
        first += Int64(codes.count - Self.limit)
        codes.removeFirst(codes.count - Self.limit)
    }

    /// The samples behind the second `start` up to `end`; seconds behind the last one that was taken are silent.
    func samples(after start: Int64, through end: Int64) -> [LinkIndicator.Sample] {
        guard !codes.isEmpty, start < end, end >= first else { return [] }
        let from = max(first, start + 1, end - Int64(2 * Self.limit))
        guard from <= end else { return [] }
        return (from...end).map { second in
            let place = Int(second - first)
            let code = place < codes.count ? codes[place] : 0
            return LinkIndicator.Sample(
                time: StreamTime(nanoseconds: second * LinkIndicator.interval.nanoseconds),
                value: Int(code & ~Self.failures), hasFailures: code & Self.failures != 0)
        }
    }
}
