public import NetworkFormats
public import Timing
public import VenueWire

/// Everything that a venue's Streamers send: announcements, video, messages and files; equal specifications give equal bytes.
public struct NativeVenueSpec: Sendable {
    /// One server that sends.
    public struct Streamer: Hashable, Sendable {
        /// Its id in announcements.
        public var id: String
        /// What people call it; empty for nothing.
        public var name: String
        /// The address and port that it sends from.
        public var source: Endpoint

        /// The Streamer `id`, which sends from `source`.
        public init(id: String, name: String = "", source: Endpoint) {
            self.id = id
            self.name = name
            self.source = source
        }
    }

    /// When the venue starts.
    public var start: StreamTime
    /// How long it sends, deletions not counted; nil for ever.
    public var duration: StreamDuration?
    /// The triplet of every announcement.
    public var license: VenueAnnouncement.License
    /// What the venue shows; empty for nothing.
    public var title: String
    /// Where announcements go.
    public var announcements: Endpoint
    /// The time between two announcements of a channel.
    public var period: StreamDuration
    /// Where video channels are announced to ordinary players; nil for nowhere.
    public var twins: Endpoint?
    /// What the network does to announcements.
    public var impairment: Impairment
    /// The servers; at least one.
    public var streamers: [Streamer]
    /// The channels.
    public var channels: [NativeChannelSpec]
    /// Announcements that receivers must not follow, for tests.
    public var strays: [StrayAnnouncement]
    /// The number from which every chance follows.
    public var seed: UInt64

    /// A venue of `channels`, by default from 2026-01-01T00:00:00Z on, for ever, over a perfect network.
    public init(
        start: StreamTime = VenueSpec.customaryStart, duration: StreamDuration? = nil,
        license: VenueAnnouncement.License, title: String = "",
        announcements: Endpoint = Endpoint(IPAddress(v4: 0xefff_2a01), 9_875),
        period: StreamDuration = StreamDuration(seconds: 1),
        twins: Endpoint? = Endpoint(IPAddress(v4: 0xefff_ffff), 9_875), impairment: Impairment = Impairment(),
        streamers: [Streamer], channels: [NativeChannelSpec], strays: [StrayAnnouncement] = [], seed: UInt64 = 1
    ) {
        self.start = start
        self.duration = duration
        self.license = license
        self.title = title
        self.announcements = announcements
        self.period = period
        self.twins = twins
        self.impairment = impairment
        self.streamers = streamers
        self.channels = channels
        self.strays = strays
        self.seed = seed
    }
}
