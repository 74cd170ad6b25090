public import NetworkFormats

/// The venue's announcements by class, and what became of the channels that they name (definitions C6 and C8).
public struct AnnouncementsReport: Sendable, Equatable {
    /// Announcements of one class, and where the first of them is.
    public struct Class: Sendable, Equatable {
        /// How many.
        public var count: Int
        /// The first of them.
        public var first: Occurrence?
        /// Who sent it.
        public var source: IPAddress?
        /// What it says that is wrong, in a few words; nil when there is nothing to add.
        public var detail: String?

        /// `count` announcements; whatever is not given is not known.
        public init(_ count: Int = 0, first: Occurrence? = nil, source: IPAddress? = nil, detail: String? = nil) {
            self.count = count
            self.first = first
            self.source = source
            self.detail = detail
        }
    }

    /// A channel that left the list.
    public struct Pruned: Sendable, Equatable {
        /// Its name.
        public var name: String
        /// The id of the channel that its datagrams are; nil when none came.
        public var channel: String?
        /// Why, as a clause such as "its Streamer withdrew it".
        public var reason: String
        /// Whether its Streamer meant it.
        public var isWithdrawn: Bool
        /// When.
        public var moment: Occurrence

        /// The channel `name` that left.
        public init(name: String, channel: String?, reason: String, isWithdrawn: Bool, moment: Occurrence) {
            self.name = name
            self.channel = channel
            self.reason = reason
            self.isWithdrawn = isWithdrawn
            self.moment = moment
        }
    }

    /// All announcements, deletions among them.
    public var received = 0
    /// No SAP with JSON, or a required field is missing.
    public var malformed = Class()
    /// The body is no JSON object.
    public var invalidJSON = Class()
    /// Another major version.
    public var versionMismatch = Class()
    /// The Streamer is not allowed.
    public var notAllowed = Class()
    /// The field of use is another one.
    public var licenseMismatch = Class()
    /// Channels that came onto the list.
    public var channelsAdded = 0
    /// Channels that left it.
    public var channelsPruned = 0
    /// Times that a listener joined the silent announcements' group anew.
    public var listenerRestarts = 0
    /// Times that a listener joined the silent group of an announced video channel anew; told as a finding.
    public var flowRestarts = 0
    /// Whether no field of use is configured, so that every one was accepted; told as a finding.
    public var isLicenseUnset = false
    /// Accepted announcements of channels beyond the limits; told as a finding.
    public var beyondLimit = 0
    /// Channels that are announced and whose datagrams never came; told as findings.
    public var silent: [SAPReport.SilentSession] = []
    /// Channels that left the list; told as findings.
    public var pruned: [Pruned] = []
    /// Kinds of channels of which more are announced than applications expect, with their number; told as findings.
    public var crowded: [CountedReason] = []

    /// Nothing announced.
    public init() {}
}
