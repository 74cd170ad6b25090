public import NetworkFormats

/// What a Streamer's venue file says: who announces what to whom, and how each channel is made, protected and impaired.
///
/// Paths are as they stand in the file, where they are relative to the file's own folder.
public struct VenueFile: Sendable, Hashable {
    /// One server that sends.
    public struct Streamer: Sendable, Hashable {
        /// Its id in announcements.
        public var id: String
        /// What people call it; empty for nothing.
        public var name: String
        /// The address it sends from; nil for the interface's own.
        public var address: IPAddress?
    }

    /// The triplet of every announcement.
    public var license = FieldOfUse(
        venueName: "Rehearsal", contentOwner: "stadium-replay", appDeveloper: "stadium-replay")
    /// What the venue shows, such as "Game 12"; empty for nothing.
    public var title = ""
    /// Where the venue's announcements go.
    public var announcements = Endpoint(IPAddress(v4: 0xefff_2a01), 9_875)
    /// The time between two announcements of a channel, in milliseconds.
    public var periodMs = 1_000
    /// Where video channels are announced to ordinary players as well, by SAP and SDP; nil for nowhere.
    public var twins: Endpoint? = Endpoint(IPAddress(v4: 0xefff_ffff), 9_875)
    /// The number from which every chance follows.
    public var seed: UInt64 = 1
    /// What the network does to everything that is sent.
    public var impairment = VenueImpairment()
    /// The servers; at least one.
    public var streamers: [Streamer] = [Streamer(id: "streamer-1", name: "Streamer", address: nil)]
    /// The channels; at least one.
    public var channels: [VenueFileChannel] = []
    /// Keys that this version does not know, in the alphabetical order of their paths.
    public var unknown: [UnknownSetting] = []

    /// The most bytes a venue file may have.
    public static let sizeLimit = 1 << 20
    /// The most channels a venue may have.
    public static let channelLimit = 256

    init() {}

    /// One line per unknown key, each said once however often it stands in a list; of very many, how many more there are.
    public var warnings: [String] { UnknownSetting.sentences(unknown) }
}
