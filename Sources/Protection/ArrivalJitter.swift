import Timing

/// The interarrival jitter of RFC 3550, 6.4.1, in order of arrival.
struct ArrivalJitter: Sendable {
    private var last: (time: StreamTime, timestamp: UInt32)?
    private var jitter = 0.0
    private var highest = 0.0
    private let ticksPerNanosecond: Double

    init(clockRate: Int) { ticksPerNanosecond = Double(max(1, clockRate)) / 1e9 }

    /// The jitter after the last packet in milliseconds.
    var milliseconds: Double { jitter / ticksPerNanosecond / 1e6 }

    /// The highest value so far in milliseconds.
    var highestMilliseconds: Double { highest / ticksPerNanosecond / 1e6 }

    /// Takes a packet with its RTP timestamp.
    mutating func add(_ time: StreamTime, timestamp: UInt32) {
        if let last {
            let arrival = Double((time - last.time).nanoseconds) * ticksPerNanosecond
            let media = Double(Int32(bitPattern: timestamp &- last.timestamp))
            jitter += (abs(arrival - media) - jitter) / 16
            if jitter > highest { highest = jitter }
        }
        last = (time, timestamp)
    }

    /// Begins anew with another run; the highest value stays.
    mutating func restart() {
        last = nil
        jitter = 0
    }
}
