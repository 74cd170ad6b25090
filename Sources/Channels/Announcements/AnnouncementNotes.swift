public import NetworkFormats
import Timing
public import VenueWire

/// The first announcement of each class that was not accepted, and the channels that left the list; bounded.
public struct AnnouncementNotes: Hashable, Sendable {
    /// The first announcement of a class.
    public struct First: Hashable, Sendable {
        /// When it came.
        public var moment: Moment
        /// Who sent it.
        public var source: IPAddress
    }

    /// More channels that left are not listed.
    public static let prunedLimit = 1_024

    /// The first malformed one.
    public var malformed: First?
    /// What was wrong with it: a field's path; nil when it was no SAP with a JSON payload.
    public var malformedField: String?
    /// The first body that was no JSON.
    public var invalidJSON: First?
    /// The first of another version.
    public var versionMismatch: First?
    /// That version; nil when it named none.
    public var version: String?
    /// The first of a Streamer that is not allowed.
    public var notAllowed: First?
    /// That Streamer.
    public var notAllowedStreamer: VenueAnnouncement.Streamer?
    /// The first for another field of use.
    public var licenseMismatch: First?
    /// That field of use.
    public var license: VenueAnnouncement.License?
    /// The first that was accepted.
    public var accepted: First?
    /// Channels that left the list, in order.
    public var pruned: [PrunedChannel] = []

    /// Nothing yet.
    public init() {}

    mutating func add(_ channel: PrunedChannel) {
        if pruned.count < Self.prunedLimit { pruned.append(channel) }
    }
}
