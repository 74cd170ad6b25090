import PacketIO
public import Timing

/// What a live venue's stream time is, at any instant of the machine's steady clock.
public struct LiveClock: Hashable, Sendable {
    /// Stream time now.
    public var now: StreamTime
    /// Whether it goes on by itself: not once a capture has ended or the venue was stopped.
    public var isRunning: Bool

    /// States a clock.
    public init(now: StreamTime, isRunning: Bool) {
        self.now = now
        self.isRunning = isRunning
    }
}

/// Stream time at one instant of the steady clock, from which it goes on as fast as that clock.
struct ClockAnchor: Hashable, Sendable {
    /// Stream time then.
    var time: StreamTime
    /// What the steady clock showed, in nanoseconds.
    var monotonic: Int64

    /// Stream time when the steady clock shows `monotonic`.
    func time(at monotonic: Int64) -> StreamTime {
        time + StreamDuration(nanoseconds: monotonic &- self.monotonic)
    }
}

extension LiveVenue {
    /// Stream time now, between the turns of the reading thread as well; nil before the first datagram.
    ///
    /// What is read as fast as it can be has no time of its own: then it is the last instant that was told.
    public var clock: LiveClock? {
        // Nobody waits for the reading thread's turn to learn the time.
        if let anchor = anchor.withLock({ $0 }) {
            return LiveClock(now: anchor.time(at: MonotonicClock.now()), isRunning: true)
        }
        let (told, isFinished) = state.withLock { ($0.now, $0.isFinished) }
        return told.map { LiveClock(now: $0, isRunning: !isFinished) }
    }

    /// Learns where stream time stands; nil when it does not go on by itself any more.
    func tell(_ anchor: ClockAnchor?) {
        self.anchor.withLock { $0 = anchor }
    }
}
