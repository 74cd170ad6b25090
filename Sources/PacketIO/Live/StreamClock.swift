import Timing

/// Turns the clocks of the machine into stream time: the wall clock as it was at the start, moved on by the steady clock.
struct StreamClock: Sendable {
    /// How long before the last wake-up a datagram may have arrived.
    static let toleratedAge = StreamDuration(seconds: 1).nanoseconds

    private let origin: ClockReading
    /// Stream time at the start.
    var start: Int64 { origin.realtime }
    /// The wall clock minus the steady clock, at this wake-up.
    private var offset: Int64
    /// Stream time of this wake-up.
    private(set) var wakeUp: Int64
    /// Stream time of the one before.
    private(set) var previous: Int64

    init(_ reading: ClockReading) {
        origin = reading
        offset = reading.realtime &- reading.monotonic
        wakeUp = reading.realtime
        previous = reading.realtime
    }

    /// Begins a wake-up.
    mutating func wake(_ reading: ClockReading) {
        offset = reading.realtime &- reading.monotonic
        previous = wakeUp
        wakeUp = time(ofMonotonic: reading.monotonic)
    }

    /// Stream time of an instant of the steady clock.
    func time(ofMonotonic monotonic: Int64) -> Int64 { origin.realtime &+ (monotonic &- origin.monotonic) }

    /// Stream time of a wall-clock stamp; nil when it cannot be true of a datagram that was there at `now`.
    func time(ofStamp stamp: Int64, now: Int64) -> Int64? {
        let time = time(ofMonotonic: stamp &- offset)
        return time >= previous &- Self.toleratedAge && time <= now ? time : nil
    }
}
