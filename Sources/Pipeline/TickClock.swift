import Timing

/// Tells which ticks of stream time are due: multiples of 100 ms, none before the first datagram.
///
/// After the last datagram ticks run for at most one hour (a frame with a wild stamp must not run ten thousand million of
/// them); later ones do nothing, whether the silence is told in one step or in many.
struct TickClock: Sendable {
    /// How long after the last datagram ticks still run.
    static let longestGap = StreamDuration(seconds: 3600)

    private var nextTick: StreamTime?
    private var lastDatagram = StreamTime(nanoseconds: .min)
    /// The last instant that was reached.
    private(set) var now = StreamTime(nanoseconds: 0)

    /// The next tick due at or before `time`, or nil when there is none left; ask again until it is nil.
    mutating func due(at time: StreamTime) -> StreamTime? {
        guard let tick = nextTick, tick <= time, tick - lastDatagram <= Self.longestGap else { return nil }
        nextTick = tick + StreamTime.tick
        now = tick
        return tick
    }

    /// Stream time has come to `time`, and every tick due by then was run.
    mutating func reached(_ time: StreamTime) { now = max(now, time) }

    /// A datagram arrives at `time`, after the ticks due by then.
    mutating func datagram(at time: StreamTime) {
        let isAfterGap = nextTick.map { $0 <= time } ?? true
        if isAfterGap { nextTick = time.roundedDown(to: StreamTime.tick) + StreamTime.tick }
        lastDatagram = time
        reached(time)
    }
}
