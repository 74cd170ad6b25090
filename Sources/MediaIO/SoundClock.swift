/// When decoded samples are heard: it counts samples from one time of the stream on, so that no rounding adds up.
struct SoundClock {
    /// How far a time of the stream may lie from the count, in 1/90000 s: 2 ms, more than any multiplexer rounds.
    static let tolerance: UInt64 = 180

    private var origin: Int64
    private var samples: Int64 = 0
    private var rate: Int64

    /// Begins to count at `pts`, with so many samples a second.
    init(pts: Int64, rate: Int) {
        origin = pts
        self.rate = Int64(max(1, rate))
    }

    /// The time of the next sample, in 1/90000 s.
    var now: Int64 { origin &+ (samples * 90_000 + rate / 2) / rate }

    /// Learns what time the stream states for the next sample; begins anew when it is another one.
    mutating func meet(_ pts: Int64) {
        if (pts &- now).magnitude > Self.tolerance { self = Self(pts: pts, rate: Int(rate)) }
    }

    /// Counts samples that were decoded at `rate`, or would have been.
    mutating func pass(_ count: Int, rate: Int) {
        if Int64(rate) != self.rate { self = Self(pts: now, rate: rate) }
        samples += Int64(count)
    }
}
