/// The code that a sender was found to use.
public struct FoundCode: Hashable, Sendable {
    /// Which one.
    public let points: CodePoints
    /// Byte positions at which its repair symbols do not fit its packets, because it changes these after coding; mostly empty.
    ///
    /// What is rebuilt there is not the sender's.
    public let doubtful: Range<Int>
}
