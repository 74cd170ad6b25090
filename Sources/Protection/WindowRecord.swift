public import Timing

/// What became of one protection window, told once when it closes.
public struct WindowRecord: Hashable, Sendable {
    /// The one class that a window falls into.
    public enum Outcome: Hashable, Sendable {
        /// Every source packet arrived.
        case noLoss
        /// Source packets were missing and all of them were rebuilt.
        case recovered
        /// Source packets were missing and not all of them could be rebuilt.
        case recoveryFailed
        /// The first or last window of its run, cut: in no class.
        case partial
        /// Not closed when the analysis ended: in no class.
        case open
    }

    /// What is noteworthy about a window besides its class.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits.
        public var rawValue: UInt8
        /// The flags of `rawValue`.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// More packets than recommended (Reed-Solomon only).
        public static let warning = Self(rawValue: 1 << 0)
        /// More packets than the code can hold, or none (Reed-Solomon only).
        public static let error = Self(rawValue: 1 << 1)
        /// Incomplete only because the flow fell silent: nothing is missing below the highest number that had arrived.
        ///
        /// It stays when packets of the run come after all.
        public static let tail = Self(rawValue: 1 << 2)
    }

    /// The window run, from 0; a run restarts alignment and window numbers.
    public var run: Int
    /// The window's number in its run, from 0; below it for windows of packets that came before the run's first one.
    public var id: Int64
    /// Source packets of the window.
    public var k: Int
    /// Source packets that did not arrive before the close.
    public var d: Int
    /// Distinct valid repair packets that arrived before the close.
    public var r: Int
    /// Missing source packets that were rebuilt.
    public var recovered: Int
    /// Repair packets a window of this run is sent with, R of the link indicator; 0 without protection.
    public var capacity: Int
    /// Lowest extended sequence number of the window.
    public var firstNumber: Int64
    /// Highest extended sequence number of the window; one less than the lowest when nothing arrived in a slot.
    public var lastNumber: Int64
    /// When the window began: its first packet, or the start of its slot.
    public var opened: StreamTime
    /// When the window was closed.
    public var closed: StreamTime
    /// The window's class.
    public var outcome: Outcome
    /// What is noteworthy besides.
    public var flags: Flags

    /// States what became of a window.
    public init(
        run: Int, id: Int64, k: Int, d: Int, r: Int = 0, recovered: Int = 0, capacity: Int = 0, firstNumber: Int64,
        lastNumber: Int64, opened: StreamTime, closed: StreamTime, outcome: Outcome, flags: Flags = []
    ) {
        self.run = run
        self.id = id
        self.k = k
        self.d = d
        self.r = r
        self.recovered = recovered
        self.capacity = capacity
        self.firstNumber = firstNumber
        self.lastNumber = lastNumber
        self.opened = opened
        self.closed = closed
        self.outcome = outcome
        self.flags = flags
    }

    /// Whether the window falls into one of the three classes.
    public var isClassified: Bool { outcome != .partial && outcome != .open }
}
