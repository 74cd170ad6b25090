import PacketIO

/// Holds back floods of uploads: of one device, and of all together.
final class UploadGate: Sendable {
    /// What may still come: filled up steadily, emptied by uploads.
    private struct Bucket {
        var tokens: Double
        var time: Int64

        init(_ rate: UploadLimits.Rate, at time: Int64) {
            tokens = rate.burst
            self.time = time
        }

        mutating func fill(_ rate: UploadLimits.Rate, at now: Int64) {
            let seconds = Double(max(0, now &- time)) / 1e9
            tokens = min(rate.burst, tokens + seconds * rate.perSecond)
            time = max(time, now)
        }

        /// Takes one; else how many whole seconds it takes until there is one, 1 at least.
        mutating func take(_ rate: UploadLimits.Rate, at now: Int64) -> Int? {
            fill(rate, at: now)
            guard tokens < 1 else {
                tokens -= 1
                return nil
            }
            return max(1, Int(((1 - tokens) / rate.perSecond).rounded(.up)))
        }
    }

    private struct State {
        var total: Bucket
        var devices: [String: Bucket] = [:]
        var nextSweep: Int64 = 0
    }

    private let clock: @Sendable () -> Int64
    private let state: Guarded<State>

    /// Counts by a steady clock of nanoseconds.
    init(clock: @escaping @Sendable () -> Int64 = { SystemClock().read().monotonic }) {
        self.clock = clock
        state = Guarded(State(total: Bucket(UploadLimits.total, at: clock())))
    }

    /// Whether another upload may come at all: nil, or how many seconds to wait.
    func admit() -> Int? {
        let now = clock()
        return state.withLock { $0.total.take(UploadLimits.total, at: now) }
    }

    /// Whether another upload of a device may come: nil, or how many seconds to wait.
    func admit(device: String) -> Int? {
        let now = clock()
        let rate = UploadLimits.device
        return state.withLock { state in
            if state.devices[device] == nil, state.devices.count >= UploadLimits.devices {
                Self.sweep(&state, at: now)
                // So many cannot have come within the time that a bucket takes to fill: the total is limited.
                guard state.devices.count < UploadLimits.devices else { return nil }
            }
            return state.devices[device, default: Bucket(rate, at: now)].take(rate, at: now)
        }
    }

    /// Forgets those that may send as much as anybody who is new, once a second at most.
    private static func sweep(_ state: inout State, at now: Int64) {
        guard now >= state.nextSweep else { return }
        state.nextSweep = now &+ 1_000_000_000
        state.devices = state.devices.filter { entry in
            var bucket = entry.value
            bucket.fill(UploadLimits.device, at: now)
            return bucket.tokens < UploadLimits.device.burst
        }
    }
}
