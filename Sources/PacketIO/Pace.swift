/// How fast a capture is run again.
public enum Pace: String, CaseIterable, Hashable, Sendable {
    /// As fast as it was captured.
    case realtime
    /// As fast as it can be taken.
    case fast
}
