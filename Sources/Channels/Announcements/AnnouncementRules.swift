public import NetworkFormats
public import VenueWire

/// Which announcements are listened to, and which of them are for us (definitions C6 and C7).
public struct AnnouncementRules: Hashable, Sendable {
    /// Where the venue announces unless told otherwise: 239.255.42.1:9875.
    public static let usualEndpoint = Endpoint(IPAddress(v4: 0xefff_2a01), 9_875)

    /// The group and port where every datagram is an announcement, but for SAP with a session description.
    public var endpoint: Endpoint
    /// The field of use whose channels are ours, where an empty member never matches; nil accepts every one.
    public var license: VenueAnnouncement.License?
    /// The Streamers that are heard; empty for all.
    public var allowed: [AllowedStreamer]
    /// The period at which announcements are expected, in milliseconds.
    public var periodMs: Int

    /// Rules; those of a receiver that nobody configured unless given.
    public init(
        endpoint: Endpoint = usualEndpoint, license: VenueAnnouncement.License? = nil, allowed: [String] = [],
        periodMs: Int = VenueAnnouncement.usualPeriodMs
    ) {
        self.endpoint = endpoint
        self.license = license
        self.allowed = allowed.map(AllowedStreamer.init)
        self.periodMs = periodMs
    }

    /// Whether the Streamer `id` at `source` is heard.
    func allows(_ id: String, at source: IPAddress) -> Bool {
        allowed.isEmpty || allowed.contains { $0.names(id, at: source) }
    }

    /// Whether `announced` is our field of use: three equal texts, none of which is empty.
    func matches(_ announced: VenueAnnouncement.License) -> Bool {
        guard let license else { return true }
        return !license.venueName.isEmpty && !license.contentOwner.isEmpty && !license.appDeveloper.isEmpty
            && announced == license
    }
}
