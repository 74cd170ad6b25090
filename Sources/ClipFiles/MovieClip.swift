public import Bytes
public import Clips

/// A window of a channel's history as an MP4 file that players can play.
public struct MovieClip: Sendable {
    /// The file's bytes.
    public let body: SliceList
    /// What it is.
    public let facts: ClipFacts
}
