/// Which packets of a channel a clip is made of.
public enum ClipContent: String, Sendable, Hashable, CaseIterable {
    /// What arrived and what was rebuilt.
    case repaired
    /// What arrived itself, before its window closed: the picture without error correction.
    case received
}
