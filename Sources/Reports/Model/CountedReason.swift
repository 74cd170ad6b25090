/// A word and how often it applied: a reason for skipping frames, or a kind of content.
public struct CountedReason: Sendable, Equatable {
    /// The word, spelt as a key of the report: "notUDP", "tcp".
    public var name: String
    /// How many frames it applied to.
    public var frames: Int

    /// `name` applied to `frames` frames.
    public init(_ name: String, _ frames: Int) {
        self.name = name
        self.frames = frames
    }
}
