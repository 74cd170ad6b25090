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
    /// When it ended: at the arrival of the next run, at the tick, or at the end.
    var endTime: Int64

    /// How long a source flow may be silent within a stretch.
    static let longestSilence: Int64 = 10_000_000_000

    /// The first tick at or after `time`.
    static func tick(from time: Int64) -> Int64 {
        let step = StreamTime.tick.nanoseconds
        return (time + step - 1) / step * step
    }

    /// The stretches of a channel that ends at `end`; repair packets belong to the stretch in which they arrive.
    static func all(of log: ChannelLog, end: Int64) -> [Self] {
        var result: [Self] = []
        var begin = 0
        var run: Int32?
        var last: Int64 = 0
        for (order, arrival) in log.arrivals.enumerated() where !arrival.isRepair {
            let its = log.sources[Int(arrival.index)].run
            if let current = run {
                let silent = tick(from: last + longestSilence)
                if its != current || silent < arrival.time {
                    let isSilence = silent < arrival.time
                    result.append(
                        Self(
                            index: result.count, run: Int(current), arrivals: begin..<order,
                            end: isSilence ? .silence : .reset, endTime: isSilence ? silent : arrival.time))
                    begin = order
                }
            }
            run = its
            last = arrival.time
        }
        if let run {
            let silent = tick(from: last + longestSilence)
            result.append(
                Self(
                    index: result.count, run: Int(run), arrivals: begin..<log.arrivals.count,
                    end: silent <= end ? .silence : .finish, endTime: min(silent, end)))
        }
        return result
    }
}
