import Timing

/// Tells which ticks of stream time are due: multiples of 100 ms, none before the first datagram.
///
/// After the last datagram ticks run for at most one hour (a frame with a wild stamp must not run ten thousand million of
/// them); later ones do nothing, whether the silence is told in one step or in many.
struct TickClock: Sendable {
    /// How long after the last datagram ticks still run.
    static let longestGap = StreamDuration(seconds: 3600)

    private static let end = StreamTime(nanoseconds: .max)

    private var nextTick: StreamTime?
    private var lastDatagram = StreamTime(nanoseconds: .min)
    /// The last instant that was reached.
    private(set) var now = StreamTime(nanoseconds: 0)

    /// The next tick due at or before `time`, or nil when there is none left; ask again until it is nil.
    mutating func due(at time: StreamTime) -> StreamTime? {
        // At the very end of its range time stands still, and so would the next tick.
        guard let tick = nextTick, tick <= time, tick < Self.end, tick - lastDatagram <= Self.longestGap else {
            return nil
        }
        nextTick = tick + StreamTime.tick
        now = tick
        return tick
    }

    /// Passes over the ticks that would run up to `time`, but before `due`, because they would change nothing; tells how
    /// many of them were whole seconds.
    mutating func skip(to time: StreamTime, before due: StreamTime) -> Int64 {
        let last = min(time, due - StreamDuration(nanoseconds: 1), lastDatagram + Self.longestGap)
        guard let tick = nextTick, tick <= last, tick < Self.end else { return 0 }
        let step = StreamTime.tick.nanoseconds
        // Neither is more than an hour behind the last datagram, so they are close to each other.
        let skipped = (last - tick).nanoseconds / step
        now = StreamTime(nanoseconds: tick.nanoseconds + skipped * step)
        nextTick = now + StreamTime.tick
        return Self.wholeSeconds(through: now) - Self.wholeSeconds(through: tick - StreamDuration(nanoseconds: 1))
    }

    /// The last whole second at or before `time`, counted from 1970.
    private static func wholeSeconds(through time: StreamTime) -> Int64 {
        let (quotient, remainder) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder < 0 ? quotient - 1 : quotient
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
