import Timing

/// A run as a receiver sees it: the stretch of a channel's arrivals between resets, 10 s of silence, and the end.
struct WindowStretch {
    /// Why it ended.
    enum End {
        /// The sender began another run.
        case reset
        /// Its source flow was silent for 10 s.
        case silence
        /// Everything ended.
        case finish
    }

    /// Its number, counted from 0.
    var index: Int
    /// The sender's run.
    var run: Int
    /// Its arrivals, as a range of the channel's.
    var arrivals: Range<Int>
    /// Why it ended.
    var end: End
    /// When it ended: when the receiver was sure of the next run, at the tick, or at the end.
    var endTime: Int64
    /// When the receiver was sure of it: at its first packet, or some packets later when it began with a reset.
    var knownTime: Int64 = .min
    /// Whether it began with another SSRC, so that until `knownTime` it may have been another channel's.
    var isOfNewSource = false

    /// How long a source flow may be silent within a stretch.
    static let longestSilence: Int64 = 10_000_000_000

    /// The first tick at or after `time`.
    static func tick(from time: Int64) -> Int64 {
        let step = StreamTime.tick.nanoseconds
        return (time + step - 1) / step * step
    }

    /// How many packets must follow two in sequence before a receiver is sure of a reset.
    static let packetsToReset = 16

    /// The stretches of a channel that ends at `end`, of whose sender's runs those in `newSources` have another SSRC than
    /// the run before; repair packets belong to the stretch in which they arrive.
    static func all(of log: ChannelLog, end: Int64, newSources: Set<Int>) -> [Self] {
        var result = cut(log, end: end)
        for index in result.indices.dropFirst() where result[index - 1].end == .reset {
            let known = resetTime(of: result[index], log, end: end)
            result[index].knownTime = known
            result[index].isOfNewSource = newSources.contains(result[index].run)
            result[index - 1].endTime = known
        }
        return result
    }

    private static func cut(_ log: ChannelLog, end: Int64) -> [Self] {
        var result: [Self] = []
        var begin = 0
        var current: Int32 = -1
        var last: (order: Int, time: Int64) = (-1, 0)
        func append(until order: Int, _ reason: End, at time: Int64) {
            result.append(
                Self(index: result.count, run: Int(current), arrivals: begin..<order, end: reason, endTime: time))
        }
        for (order, arrival) in log.arrivals.enumerated() where !arrival.isRepair {
            let run = log.sources[Int(arrival.index)].run
            let silent = tick(from: last.time + longestSilence)
            if current >= 0, silent < arrival.time {
                // Repair packets that come when the run is over already lead to the next one.
                let next = (last.order + 1...order).first { log.arrivals[$0].time > silent } ?? order
                append(until: next, .silence, at: silent)
                begin = next
            } else if current >= 0, run != current {
                append(until: order, .reset, at: arrival.time)
                begin = order
            }
            current = run
            last = (order, arrival.time)
        }
        guard current >= 0 else { return result }
        let silent = tick(from: last.time + longestSilence)
        append(until: log.arrivals.count, silent <= end ? .silence : .finish, at: min(silent, end))
        return result
    }

    /// When a receiver is sure that `stretch` is another run: two packets in sequence, then as many as it takes.
    private static func resetTime(of stretch: Self, _ log: ChannelLog, end: Int64) -> Int64 {
        var last: Int64?
        var followers: Int?
        for order in stretch.arrivals where !log.arrivals[order].isRepair {
            let number = log.sources[Int(log.arrivals[order].index)].number
            if let count = followers {
                followers = count + 1
            } else if let last, number == last + 1 {
                followers = 0
            }
            last = number
            if followers == packetsToReset { return log.arrivals[order].time }
        }
        return stretch.end == .finish ? end : stretch.endTime
    }
}
