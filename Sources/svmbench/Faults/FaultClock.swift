import PacketIO
import Synchronization

/// A clock whose wall time is stepped: the steady one goes on, and the stamps of datagrams show what the wall clock did.
final class FaultClock: VenueClock {
    private struct Step: Sendable {
        /// When, by the machine's own wall clock.
        var instant: Int64
        /// How far the wall clock is ahead from then on.
        var shift: Int64
    }

    private let machine = SystemClock()
    private let steps = Mutex<[Step]>([])

    /// Steps the wall clock, to be `seconds` ahead of the machine's.
    func step(toSecondsAhead seconds: Int64) {
        let now = machine.read().realtime
        steps.withLock { $0.append(Step(instant: now, shift: seconds * 1_000_000_000)) }
    }

    func read() -> ClockReading {
        var reading = machine.read()
        reading.realtime += shift(at: reading.realtime)
        return reading
    }

    func wallTime(ofStamp stamp: Int64) -> Int64 { stamp + shift(at: stamp) }

    private func shift(at instant: Int64) -> Int64 {
        steps.withLock { $0.last { $0.instant <= instant }?.shift ?? 0 }
    }
}
