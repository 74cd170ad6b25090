public import Timing

/// How much of a channel's past is kept.
public struct HistoryLimits: Hashable, Sendable {
    /// How far back from the live edge; nothing is kept when it is zero.
    public var depth: StreamDuration
    /// The target duration of the channel's playlists, twice which is kept beyond the depth.
    public var targetDuration: StreamDuration
    /// Bytes kept at most, of datagrams and of the index; less time is kept where they do not suffice.
    public var byteCap: Int

    /// States how much; `depth` zero keeps nothing.
    public init(
        depth: StreamDuration = StreamDuration(seconds: 30),
        targetDuration: StreamDuration = StreamDuration(seconds: 2),
        byteCap: Int = 256 << 20
    ) {
        self.depth = depth
        self.targetDuration = targetDuration
        self.byteCap = byteCap
    }

    /// Nothing is kept: the plain analysis.
    public static let nothing = Self(depth: .zero)
}
