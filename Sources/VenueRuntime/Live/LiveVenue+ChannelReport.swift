import PacketIO
import Pipeline
public import Reports

extension LiveVenue {
    /// The report of the session so far, as far as it is about the channel of this id; nil when there is none.
    public func report(ofChannel id: String) -> AnalysisReport? {
        let (snapshot, facts) = state.withLock { ($0.engine.snapshot, $0.facts) }
        return try? AnalysisReport(venue: snapshot, capture: facts, channels: [id])
    }
}
