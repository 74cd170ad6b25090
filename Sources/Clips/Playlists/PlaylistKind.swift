/// What a playlist's segments are.
public enum PlaylistKind: String, Sendable, Hashable, CaseIterable {
    /// Transport streams: `live.m3u8`.
    case transport
    /// Fragmented MP4 with initialization segments: `cmaf.m3u8`.
    case fragmented
}

extension Segment {
    /// The path of the segment's media.
    public func path(_ kind: PlaylistKind, channel: String) -> String {
        "/hls/\(channel)/\(epoch)/\(sequence)." + (kind == .transport ? "ts" : "m4s")
    }

    /// The path of the initialization segment that goes with it.
    public func initializationPath(channel: String) -> String { "/hls/\(channel)/\(epoch)/\(initialization).init.mp4" }
}
