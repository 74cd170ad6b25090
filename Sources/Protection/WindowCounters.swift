/// How many windows fell into which class.
public struct WindowCounters: Hashable, Sendable {
    /// Windows not closed at the end: in no class.
    public var open = 0
    /// First or last windows of a run: in no class.
    public var partial = 0
    /// Windows without loss.
    public var noLoss = 0
    /// Windows with loss that were rebuilt.
    public var recoverySuccesses = 0
    /// Windows with loss that could not be rebuilt.
    public var recoveryFailures = 0
    /// Those of the failures in which the flow only fell silent, as at the end of every recording; a window leaves them
    /// when packets of its run come after all.
    public var tail = 0
    /// Classified windows with more packets than recommended.
    public var warning = 0
    /// Classified windows with more packets than the code can hold, or none.
    public var error = 0

    /// Zeros.
    public init() {}

    /// Windows in any class.
    public var protectionWindows: Int { noLoss + recoverySuccesses + recoveryFailures }

    /// Adds other windows.
    public mutating func add(_ other: Self) {
        open += other.open
        partial += other.partial
        noLoss += other.noLoss
        recoverySuccesses += other.recoverySuccesses
        recoveryFailures += other.recoveryFailures
        tail += other.tail
        warning += other.warning
        error += other.error
    }

    /// Counts one window.
    public mutating func count(_ record: WindowRecord) {
        switch record.outcome {
        case .noLoss: noLoss += 1
        case .recovered: recoverySuccesses += 1
        case .recoveryFailed: recoveryFailures += 1
        case .partial: partial += 1
        case .open: open += 1
        }
        if record.outcome == .recoveryFailed, record.flags.contains(.tail) { tail += 1 }
        guard record.isClassified else { return }
        if record.flags.contains(.warning) { warning += 1 }
        if record.flags.contains(.error) { error += 1 }
    }
}
