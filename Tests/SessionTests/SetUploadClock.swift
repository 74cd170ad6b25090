import Dispatch
import PacketIO
import Timing

@testable import Session

/// The time of an uploader as a test sets it.
final class SetUploadClock: UploadClock {
    /// 2026-01-01T00:00:00Z.
    static let start = StreamTime(nanoseconds: 1_767_225_600_000_000_000)

    private let time = Guarded<Int64>(0)
    private let woken = DispatchSemaphore(value: 0)

    var utc: StreamTime { Self.start + StreamDuration(nanoseconds: steady) }
    var steady: Int64 { time.withLock { $0 } }

    func wait(until instant: Int64?) { woken.wait() }
    func wake() { woken.signal() }

    /// Lets `seconds` pass.
    func pass(_ seconds: Double) {
        time.withLock { $0 += Int64(seconds * 1e9) }
        wake()
    }
}
