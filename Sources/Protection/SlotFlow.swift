public import NetworkFormats
public import Timing

/// One channel of transport packets straight over UDP: its windows are slots of time, fed with continuity errors.
public struct SlotFlow: Sendable {
    private let parameters: ProtectionParameters
    private(set) var slots: Slots
    private(set) var book = WindowBook()
    private var datagrams: Int64 = 0
    /// When the last datagram arrived; nil before the first.
    public private(set) var lastArrival: StreamTime?

    /// A flow without datagrams.
    public init(parameters: ProtectionParameters = ProtectionParameters()) {
        self.parameters = parameters
        slots = Slots(parameters)
    }

    /// Takes a datagram.
    public mutating func datagram(at moment: Moment, into output: inout WindowOutput) {
        if let last = lastArrival, moment.time - last >= parameters.runSilence + StreamTime.tick {
            endRun(as: .partial, at: moment, &output)
        }
        lastArrival = moment.time
        slots.take(datagrams, at: moment.time, &book, &output.closed)
        datagrams += 1
    }

    /// Charges `count` losses that the datagram just taken shows.
    public mutating func losses(_ count: Int, at moment: Moment, into output: inout WindowOutput) {
        guard count > 0, !slots.isEmpty else { return }
        slots.miss(count, first: datagrams - 1, slot: slots.index(at: moment.time), &book)
    }

    /// Does what is due at a multiple of 100 ms of stream time.
    public mutating func tick(at moment: Moment, into output: inout WindowOutput) {
        guard let lastArrival else { return }
        if moment.time - lastArrival >= parameters.runSilence {
            endRun(as: .partial, at: moment, &output)
        } else {
            slots.tick(at: moment.time, &book, &output.closed)
        }
    }

    /// Ends the run: what comes next has nothing to do with what came.
    public mutating func restart(at moment: Moment, into output: inout WindowOutput) {
        endRun(as: .partial, at: moment, &output)
        lastArrival = nil
    }

    /// Ends the analysis.
    public mutating func finish(at moment: Moment, into output: inout WindowOutput) {
        endRun(as: .open, at: moment, &output)
    }

    /// How many windows fell into which class.
    public var windows: WindowCounters { book.windows }

    private mutating func endRun(
        as outcome: WindowRecord.Outcome, at moment: Moment, _ output: inout WindowOutput
    ) {
        guard !slots.isEmpty else { return }
        slots.end(as: outcome, at: moment.time, &book, &output.closed)
        book.windowRun += 1
    }
}
