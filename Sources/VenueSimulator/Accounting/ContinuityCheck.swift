/// Checks continuity counters (ISO/IEC 13818-1, 2.4.3.3): one duplicate is allowed, null packets and packets without
/// payload are passed over.
struct ContinuityCheck {
    private struct State {
        var pid: UInt16
        var continuity: UInt8
        var identity: UInt32
        var isRepeated = false
    }

    private var states: [State] = []

    /// What the counter of a packet tells.
    enum Finding {
        /// It goes on, or need not.
        case inOrder
        /// The packet is the one allowed copy of the packet before.
        case copy
        /// The packet is a further copy.
        case extraCopy
        /// Something is missing, or out of place.
        case wrong

        /// Whether it is an error.
        var isError: Bool { self == .wrong || self == .extraCopy }
    }

    /// Checks the next packet.
    mutating func check(_ fact: TransportFact) -> Finding {
        guard fact.hasPayload, fact.pid != TransportFact.nullPID else { return .inOrder }
        let new = State(pid: fact.pid, continuity: fact.continuity, identity: fact.identity)
        guard let place = states.firstIndex(where: { $0.pid == fact.pid }) else {
            states.append(new)
            return .inOrder
        }
        let old = states[place]
        states[place] = new
        if fact.continuity == (old.continuity + 1) & 15 { return .inOrder }
        guard fact.continuity == old.continuity, fact.identity == old.identity else { return .wrong }
        states[place].isRepeated = true
        return old.isRepeated ? .extraCopy : .copy
    }
}
