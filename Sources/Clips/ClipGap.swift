public import Timing

/// A place inside a clip's window where its media do not go on as they were.
public struct ClipGap: Hashable, Sendable {
    /// Why they do not.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// No media came for more than a second.
        case outage
        /// The sender began anew: another time base.
        case timeBase
        /// Packets were lost and could not be rebuilt.
        case loss
        /// Another codec, or a form of it, that the file's track cannot carry.
        case codec
    }

    /// Why they do not go on.
    public var kind: Kind
    /// The picture time of the first picture behind it, or the first that it spoils.
    public var time: StreamTime

    /// States a gap.
    public init(kind: Kind, time: StreamTime) {
        self.kind = kind
        self.time = time
    }
}
