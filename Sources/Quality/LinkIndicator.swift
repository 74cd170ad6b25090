public import Protection
public import Timing

/// The health of a channel's network as one whole number, 0 (nothing usable) … 10 (nothing lost).
///
/// Over the windows closed in the last ten seconds, weighted by their source packets k: F is the share of failed windows,
/// S the mean of d/R (at most 1) over recovered ones, and the indicator is 10·(1 − F)⁸·(1 − S/2), rounded half up. It is
/// 0 when no window closed in these ten seconds, or no packet arrived for one.
public struct LinkIndicator: Sendable {
    /// How long a window counts.
    public static let span = StreamDuration(seconds: 10)
    /// How often the indicator is sampled.
    public static let interval = StreamDuration(seconds: 1)
    /// After this long without a packet the indicator is 0.
    public static let silence = StreamDuration(seconds: 1)
    /// How fast failed windows lower the indicator: the power of 1 − F.
    public static let failureExponent = 8
    /// How much of the indicator a repair that took all repair packets costs.
    public static let repairWeight = 0.5

    /// A value that held from an instant on.
    public struct Change: Hashable, Sendable {
        /// The sample from which the value held.
        public var time: StreamTime
        /// The value, 0…10.
        public var value: Int

        /// The value that held from `time` on.
        public init(time: StreamTime, value: Int) {
            self.time = time
            self.value = value
        }
    }

    /// The changes of the indicator, oldest first.
    public private(set) var timeline: [Change] = []
    /// The lowest sample; nil before the first.
    public private(set) var minimum: Int?
    private var sum = 0
    private var samples = 0
    private var windows: [WindowRecord] = []
    private var head = 0
    private var mostRepairs = 0
    private var run = -1

    /// An indicator without windows.
    public init() {}

    /// The last sample (`session_link_indicator`); 0 before the first.
    public var value: Int { timeline.last?.value ?? 0 }

    /// The mean of all samples; nil before the first.
    public var mean: Double? { samples == 0 ? nil : Double(sum) / Double(samples) }

    /// Takes a window that was closed; windows in no class are passed over.
    public mutating func add(_ record: WindowRecord) {
        if record.run != run {
            run = record.run
            mostRepairs = 0
        }
        mostRepairs = max(mostRepairs, record.r)
        guard record.isClassified else { return }
        var window = record
        // Not announced how many repair packets there are: the most that were seen in one window of the run.
        if window.capacity == 0 { window.capacity = mostRepairs }
        windows.append(window)
    }

    /// Samples the indicator at `time`, a whole second of stream time, when every window due by then has been added;
    /// `lastArrival` is the channel's last source packet.
    ///
    /// Packets of another SSRC that may be a restart or another channel are the channel's only when that is decided, so
    /// until then the channel may count as silent; packets of its own SSRC count at once, whatever their numbers.
    public mutating func sample(at time: StreamTime, lastArrival: StreamTime?) {
        let start = time - Self.span
        while head < windows.count, windows[head].closed <= start { head += 1 }
        if head > 256, head * 2 > windows.count {
            windows.removeFirst(head)
            head = 0
        }
        guard samples > 0 || head < windows.count else { return }
        let isSilent = lastArrival.map { time - $0 >= Self.silence } ?? true
        let value = isSilent ? 0 : Self.value(of: windows[head...])
        if timeline.last?.value != value { timeline.append(Change(time: time, value: value)) }
        minimum = min(minimum ?? value, value)
        sum += value
        samples += 1
    }

    /// Takes `count` samples of a channel that has been silent for longer than any of them looks back: each is 0.
    ///
    /// The last sample taken one by one must have been 0 already.
    public mutating func rested(samples count: Int64) {
        guard samples > 0 else { return }
        samples += Int(clamping: count)
    }

    /// The indicator over windows that all count; 0 when there is none.
    static func value(of windows: ArraySlice<WindowRecord>) -> Int {
        var all = 0.0
        var failed = 0.0
        var used = 0.0
        for window in windows {
            let weight = Double(window.k)
            all += weight
            switch window.outcome {
            case .recoveryFailed: failed += weight
            case .recovered: used += weight * share(of: window)
            case .noLoss, .partial, .open: break
            }
        }
        guard all > 0 else { return 0 }
        let kept = 1 - failed / all
        var power = 1.0
        for _ in 0..<failureExponent { power *= kept }
        return Int(10 * power * (1 - repairWeight * (used / all)) + 0.5)
    }

    /// How much of a window's repair packets its repair took, 0…1.
    private static func share(of window: WindowRecord) -> Double {
        window.capacity > 0 ? min(1, Double(window.d) / Double(window.capacity)) : 1
    }
}
