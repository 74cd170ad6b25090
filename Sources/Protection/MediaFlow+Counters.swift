extension MediaFlow {
    /// What the sequence numbers say, before repair.
    public var counters: RTPCounters {
        var sum = past
        if hasRun { sum.add(state.run) }
        sum.late = state.book.late
        sum.jitterMs = jitter.milliseconds
        sum.jitterMaxMs = jitter.highestMilliseconds
        return sum
    }

    /// The shape of the losses, before repair.
    public var loss: LossCounters {
        var sum = pastLoss
        if hasRun { sum.add(state.run.holes.loss) }
        return sum
    }

    /// How the flow is protected and what that was worth.
    public var fec: ProtectionCounters {
        var counters = state.protection
        counters.recovered = state.book.recovered
        counters.unrecovered = state.book.unrecovered
        return counters
    }

    /// How many windows fell into which class.
    public var windows: WindowCounters { state.book.windows }

    /// The runs, oldest first; only the last ones when there were many.
    public var runs: [RTPRunFacts] { hasRun ? pastRuns + [state.run.facts] : pastRuns }
}

extension RTPCounters {
    mutating func add(_ run: SequenceRun) {
        expected += run.expected
        received += run.received
        duplicates += run.duplicates
        reordered += run.reordered
        reorderDepth = max(reorderDepth, run.reorderDepth)
        ignored += run.ignored
    }
}
