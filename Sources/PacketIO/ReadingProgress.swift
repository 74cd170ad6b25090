/// How far a capture was read.
struct ReadingProgress: Hashable, Sendable {
    /// Frames so far.
    var frames = 0
    /// Bytes of the file so far.
    var bytes = 0
}
