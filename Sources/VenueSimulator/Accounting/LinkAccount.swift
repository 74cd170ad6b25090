import Timing

/// Computes the link indicator of a channel at whole seconds from all its windows at once.
enum LinkAccount {
    /// The distance of samples.
    static let second: Int64 = 1_000_000_000
    private static let memory: Int64 = 10_000_000_000

    /// A source packet.
    struct Arrival {
        var time: Int64
        /// When it was known to be the channel's.
        var known: Int64
    }

    /// The samples up to `end`; `capacity` is what a window can repair (0 without protection), `arrivals` are the
    /// source packets.
    static func samples(
        of windows: [WindowTruth], capacity: Int, arrivals: [Arrival], end: Int64
    ) -> [LinkTruth.Sample] {
        let classified = windows.filter { $0.outcome != .partial && $0.outcome != .open }
        guard let first = classified.map(\.known.nanoseconds).min() else { return [] }
        var samples: [LinkTruth.Sample] = []
        var time = (first + second - 1) / second * second
        var seen = 0
        while time <= end {
            while seen < arrivals.count, arrivals[seen].known <= time { seen += 1 }
            let isSilent = seen == 0 || time - arrivals[seen - 1].time >= second
            let recent = classified.filter { $0.closed.nanoseconds > time - memory && $0.known.nanoseconds <= time }
            let value = isSilent ? 0 : indicator(recent, capacity: capacity)
            samples.append(LinkTruth.Sample(time: StreamTime(nanoseconds: time), value: value))
            time += second
        }
        return samples
    }

    /// ⌊10 · (1 - F)^8 · (1 - S/2) + 1/2⌋, F and S being the shares of failed and, weighed by the use of repair, of
    /// recovered windows.
    static func indicator(_ windows: [WindowTruth], capacity: Int) -> Int {
        let all = Double(windows.reduce(0) { $0 + $1.k })
        guard all > 0 else { return 0 }
        var failed = 0.0
        var strained = 0.0
        for window in windows {
            switch window.outcome {
            case .recoveryFailed: failed += Double(window.k)
            case .recovered:
                let use = capacity == 0 ? 1 : min(1, Double(window.d) / Double(capacity))
                strained += Double(window.k) * use
            default: break
            }
        }
        var power = 1.0
        for _ in 0..<8 { power *= 1 - failed / all }
        return Int((10 * power * (1 - 0.5 * strained / all) + 0.5).rounded(.down))
    }
}
