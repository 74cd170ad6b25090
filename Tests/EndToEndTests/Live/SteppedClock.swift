import PacketIO
import Synchronization

/// The machine's clocks, with a wall clock that people step: the kernel's stamps show what it did.
final class SteppedClock: VenueClock {
    private struct Step: Sendable {
        /// When, by the machine's own wall clock.
        var instant: Int64
        var shift: Int64
    }

    private let steps = Mutex<[Step]>([])
    private let machine = SystemClock()

    func step(to nanoseconds: Int64) {
        let now = machine.read().realtime
        steps.withLock { $0.append(Step(instant: now, shift: nanoseconds)) }
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
