public import NetworkFormats

/// The known answer for a native venue: what a faultless receiver with the venue's triplet finds in what arrived.
public struct NativeTruth: Hashable, Sendable {
    /// Announcements by class (definitions C6) and what followed from them.
    public struct Announcements: Hashable, Sendable {
        /// All datagrams that count as announcements, deletions included.
        public var received = 0
        /// Not SAP, or without a field.
        public var malformed = 0
        /// Not a JSON object.
        public var invalidJSON = 0
        /// Of another version.
        public var otherVersion = 0
        /// Of a Streamer that is not allowed.
        public var notAllowed = 0
        /// Of another triplet.
        public var otherLicense = 0
        /// Times a channel came into the list.
        public var added = 0
        /// Times a channel left it.
        public var pruned = 0
        /// Session descriptions in SAP, deletions included.
        public var descriptions = 0
    }

    /// Objects sent and received.
    public struct Objects: Hashable, Sendable {
        /// How many were sent.
        public var sent = 0
        /// How many of them arrived whole.
        public var delivered = 0

        /// `delivered` of `sent`.
        public init(sent: Int = 0, delivered: Int = 0) {
            self.sent = sent
            self.delivered = delivered
        }
    }

    /// One channel.
    public struct Channel: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// "video", "data" or "file".
        public var kind: String
        /// Its group and port.
        public var destination: Endpoint
        /// Who sends it.
        public var source: IPAddress
        /// Packets and windows of a video channel of which anything arrived.
        public var video: ChannelTruth?
        /// Packets of a window, repairs included; 0 without Reed-Solomon.
        public var windowLength = 0
        /// Messages of a data channel.
        public var messages: Objects?
        /// Files of a file channel.
        public var files: Objects?
    }

    /// Announcements by class.
    public var announcements = Announcements()
    /// The channels, in the order of reports: by group, port and source.
    public var channels: [Channel] = []
}
