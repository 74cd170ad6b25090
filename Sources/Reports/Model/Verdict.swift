/// A profile's answer.
public enum Verdict: String, Sendable {
    /// Everything lies within the limits.
    case pass
    /// A limit is exceeded, or there is no channel at all.
    case fail
}
