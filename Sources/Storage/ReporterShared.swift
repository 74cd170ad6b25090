import PacketIO

/// What the writing thread, the readers and the store's owner share.
final class ReporterShared: Sendable {
    private struct State {
        var facts = ReporterFacts()
        var retentionDays: Int
        var generation = 0
    }

    private let state: Guarded<State>

    init(retentionDays: Int) { state = Guarded(State(retentionDays: retentionDays)) }

    var facts: ReporterFacts { state.withLock { $0.facts } }

    /// How long uploads are kept, in days.
    var retentionDays: Int {
        get { state.withLock { $0.retentionDays } }
        set { state.withLock { $0.retentionDays = newValue } }
    }

    /// Which file it is: one more whenever another one was begun.
    var generation: Int { state.withLock { $0.generation } }

    func note(_ change: (inout ReporterFacts) -> Void) { state.withLock { change(&$0.facts) } }

    func renew() { state.withLock { $0.generation += 1 } }
}
