public import Timing

/// The known answer for one protection window or slot.
public struct WindowTruth: Hashable, Sendable {
    /// The class of a window, or why it is in none.
    public enum Outcome: Hashable, Sendable {
        /// Nothing was dropped.
        case noLoss
        /// Something was dropped, and all of it rebuilt.
        case recovered
        /// Something dropped stayed so.
        case recoveryFailed
        /// The first or last of a run of windows.
        case partial
        /// Still open at the end.
        case open
    }

    /// Its number in its run of windows; for a slot the slots of 500 ms since 1970.
    public var id: Int64
    /// The run of windows, counted from 0.
    public var run: Int
    /// The lowest number that belongs to it, counted from the base of the RTP run; nil for UDP and for slots without
    /// packets.
    public var firstNumber: Int64?
    /// The highest number that belongs to it, counted from the base of the RTP run.
    public var lastNumber: Int64?
    /// How many packets belong to it.
    public var k: Int
    /// How many of them did not arrive before it closed.
    public var d: Int
    /// How many of these were rebuilt.
    public var recovered: Int
    /// Its class.
    public var outcome: Outcome
    /// Whether it is incomplete only because the flow fell silent for good: what it still lacks lies above everything that
    /// its run brought.
    public var isTail = false
    /// When it closed; the end for windows that had not.
    public var closed: StreamTime
    /// When its class was known, not before it closed: later for slots while nothing follows them and while the scheme
    /// is open.
    public var known: StreamTime
}

/// How many windows there are of each class.
public struct WindowTotals: Hashable, Sendable {
    /// Not classified at the end.
    public var open = 0
    /// Not classified, as first or last of a run.
    public var partial = 0
    /// Nothing dropped.
    public var noLoss = 0
    /// All that was dropped was rebuilt.
    public var recoverySuccesses = 0
    /// Something was not.
    public var recoveryFailures = 0

    /// Those of the failed ones that the flow only fell silent in.
    public var tail = 0

    /// All classified windows.
    public var protectionWindows: Int { noLoss + recoverySuccesses + recoveryFailures }

    /// Counts `windows`.
    public init(counting windows: [WindowTruth] = []) {
        for window in windows {
            if window.outcome == .recoveryFailed, window.isTail { tail += 1 }
            switch window.outcome {
            case .noLoss: noLoss += 1
            case .recovered: recoverySuccesses += 1
            case .recoveryFailed: recoveryFailures += 1
            case .partial: partial += 1
            case .open: open += 1
            }
        }
    }
}
