public import Timing

/// Which saved clips are wanted; nil is any.
public struct ClipFilter: Hashable, Sendable {
    /// The channel's id, or the name that it had.
    public var channel: String?
    /// Clips that end after it.
    public var from: StreamTime?
    /// Clips that begin before it.
    public var to: StreamTime?
    /// Who wanted them.
    public var kind: SavedClip.Kind?

    /// All clips.
    public init() {}

    func passes(_ clip: SavedClip) -> Bool {
        if let channel, clip.channelID != channel, clip.channelName != channel { return false }
        if let kind, clip.kind != kind { return false }
        if let from, clip.start + clip.duration <= from { return false }
        if let to, clip.start >= to { return false }
        return true
    }
}

/// Some saved clips, those with the latest pictures first.
public struct SavedClipPage: Hashable, Sendable {
    /// The clips.
    public var clips: [SavedClip]
    /// The id to go on before; nil when this is the last of it.
    public var next: ClipID?
}
