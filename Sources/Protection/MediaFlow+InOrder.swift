public import Timing

extension MediaFlow {
    /// Whether the packet of this number, arriving at `time`, will be released at once, and no datagram before it or itself
    /// be needed any more: the next one of a flow without protection in which nothing is missing or waits.
    ///
    /// The owner then need not keep the datagram. False is always safe to say. Mutating though it changes nothing, because
    /// the flow is copied whole for a question that does not borrow it for change, which costs more than a packet's bytes.
    public mutating func isNext(_ sequenceNumber: SequenceNumber, at time: StreamTime) -> Bool {
        guard stage == .slots, hasRun, state.waitingSince == nil, state.cursor == state.run.maximum + 1,
            !state.isHolding, probation.isEmpty, strays.isEmpty, let lastArrival
        else { return false }
        return sequenceNumber == state.run.newestOnTheWire.advanced(by: 1) && isNear(1)
            && time - lastArrival < parameters.runSilence
    }
}
