public import Timing

/// Everything a simulated venue is made of; equal specifications give equal bytes.
public struct VenueSpec: Hashable, Sendable {
    /// The stream time at which the venue starts.
    public var start: StreamTime
    /// The channels.
    public var channels: [ChannelSpec]

    /// `channels` from `start` on; 2026-01-01T00:00:00Z unless told otherwise.
    public init(start: StreamTime = Self.customaryStart, channels: [ChannelSpec]) {
        self.start = start
        self.channels = channels
    }

    /// 2026-01-01T00:00:00Z.
    public static let customaryStart = StreamTime(nanoseconds: 1_767_225_600_000_000_000)
}
