/// One announcement of the venue: who announces, for whom, and what.
public struct VenueAnnouncement: Hashable, Sendable {
    /// The Streamer that announces.
    public struct Streamer: Hashable, Sendable {
        /// Its id.
        public var id: String
        /// What people call it; empty when not said.
        public var name: String

        /// The Streamer `id`.
        public init(id: String, name: String = "") {
            self.id = id
            self.name = name
        }
    }

    /// The field of use that the channel is licensed for; members that the announcement leaves out are empty.
    public struct License: Hashable, Sendable {
        /// The venue.
        public var venueName: String
        /// Who owns the content.
        public var contentOwner: String
        /// Who made the application.
        public var appDeveloper: String

        /// The triplet.
        public init(venueName: String = "", contentOwner: String = "", appDeveloper: String = "") {
            self.venueName = venueName
            self.contentOwner = contentOwner
            self.appDeveloper = appDeveloper
        }
    }

    /// The protocol's version, such as "1.2".
    public var version: String
    /// Who announces.
    public var streamer: Streamer
    /// One run of the Streamer; another value means that its numbers begin anew.
    public var sessionID: String
    /// What the venue shows, such as "Game 12"; empty when not said.
    public var title: String
    /// Counts the announcements of a channel.
    public var sequence: UInt64
    /// The time between two announcements of the channel, in milliseconds.
    public var periodMs: Int
    /// For whom.
    public var license: License
    /// What.
    public var channel: AnnouncedChannel

    /// States an announcement.
    public init(
        version: String = "1.2", streamer: Streamer, sessionID: String, title: String = "", sequence: UInt64 = 0,
        periodMs: Int = 1_000,
        license: License, channel: AnnouncedChannel
    ) {
        self.version = version
        self.streamer = streamer
        self.sessionID = sessionID
        self.title = title
        self.sequence = sequence
        self.periodMs = periodMs
        self.license = license
        self.channel = channel
    }
}
