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

    /// Whether the counter of the next packet is wrong.
    mutating func isWrong(_ fact: TransportFact) -> Bool {
        guard fact.hasPayload, fact.pid != TransportFact.nullPID else { return false }
        let new = State(pid: fact.pid, continuity: fact.continuity, identity: fact.identity)
        guard let place = states.firstIndex(where: { $0.pid == fact.pid }) else {
            states.append(new)
            return false
        }
        let old = states[place]
        states[place] = new
        if fact.continuity == (old.continuity + 1) & 15 { return false }
        if fact.continuity == old.continuity, fact.identity == old.identity, !old.isRepeated {
            states[place].isRepeated = true
            return false
        }
        return true
    }
}
