public import Bytes
public import Clips

/// A clip that was cut out of a capture.
public struct CutClip: Sendable {
    /// The file's bytes.
    public let body: SliceList
    /// What it is.
    public let facts: ClipFacts
}
