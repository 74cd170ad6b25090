/// The protection windows and how they ended; classified = noLoss + recoverySuccesses + recoveryFailures.
public struct WindowsReport: Sendable, Equatable {
    /// Windows not yet closed when the report was made.
    public var open: Int
    /// First or last windows of a run, in no class.
    public var partial: Int
    /// Windows in a class.
    public var classified: Int
    /// Windows that arrived whole.
    public var noLoss: Int
    /// Windows with losses that were all repaired.
    public var recoverySuccesses: Int
    /// Windows with losses that were not all repaired.
    public var recoveryFailures: Int
    /// Failures without a loss: the flow simply ended, and only what would have followed its last packet is missing.
    ///
    /// They are among `recoveryFailures`; the verdict leaves them out.
    public var tails: Int
    /// Windows longer than recommended.
    public var warnings: Int
    /// Windows that break a limit of the code.
    public var errors: Int
    /// The first window that failed; told in the finding.
    public var firstFailure: Occurrence?

    /// Failures that the verdict counts.
    var failures: Int { recoveryFailures - tails }

    /// The windows by outcome; `classified` is their sum.
    public init(
        open: Int = 0, partial: Int = 0, noLoss: Int = 0, recoverySuccesses: Int = 0, recoveryFailures: Int = 0,
        tails: Int = 0, warnings: Int = 0, errors: Int = 0, firstFailure: Occurrence? = nil
    ) {
        self.open = open
        self.partial = partial
        classified = noLoss + recoverySuccesses + recoveryFailures
        self.noLoss = noLoss
        self.recoverySuccesses = recoverySuccesses
        self.recoveryFailures = recoveryFailures
        self.tails = tails
        self.warnings = warnings
        self.errors = errors
        self.firstFailure = firstFailure
    }
}
