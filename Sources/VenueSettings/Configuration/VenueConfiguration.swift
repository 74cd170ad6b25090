public import NetworkFormats

/// Everything a configuration file can set, `cisco_svm.cfg` with more keys; absent keys have these defaults.
public struct VenueConfiguration: Sendable, Hashable {
    /// Access points and the interface they are met on.
    public struct WiFi: Sendable, Hashable {
        /// One access point.
        public struct AccessPoint: Sendable, Hashable {
            /// What people call it.
            public var name: String
            /// Its address as six lower-case octets with colons.
            public var bssid: String

            /// The access point `name` at `bssid`.
            public init(name: String, bssid: String) {
                self.name = name
                self.bssid = bssid
            }
        }

        /// The interface's name; nil for the system's choice.
        public var interface: String?
        /// The venue's access points.
        public var accessPoints: [AccessPoint] = []
    }

    /// Where the venue's announcements are heard.
    public struct Announcements: Sendable, Hashable {
        /// The group.
        public var group = IPAddress(v4: 0xefff_2a01)
        /// The UDP port.
        public var port: UInt16 = 9875
        /// The period at which they are expected, in milliseconds.
        public var periodMs = 1000
    }

    /// Lengths of protection windows.
    public struct Windows: Sendable, Hashable {
        /// Packets per window, repairs included, above which a window is warned about.
        public var recommended = 128
        /// Packets per window, repairs included, above which no receiver repairs it.
        public var maximum = 255
        /// The length of a slot, the window of channels without FEC, in milliseconds.
        public var slotMs = 500
    }

    /// When the service counts as poor, on the scale of the link indicator, 0 … 10.
    public struct Quality: Sendable, Hashable {
        /// The highest indicator that is poor.
        public var poorIndicator = 3
        /// So many poor seconds in a row make the service poor.
        public var poorSeconds = 5
        /// The lowest indicator that is good again.
        public var clearIndicator = 6
        /// So many good seconds in a row make it good again, as ten seconds without a failed window do.
        public var clearSeconds = 10
    }

    /// What is set for one channel.
    public struct Channel: Sendable, Hashable {
        /// What brings its picture times onto the time line of the others, in milliseconds: negative for a camera whose
        /// pictures come later, because its encoder takes longer (definitions D18).
        public var offsetMs = 0

        /// A channel to whose picture times `offsetMs` are added.
        public init(offsetMs: Int = 0) { self.offsetMs = offsetMs }
    }

    /// Where statistics are sent.
    public struct Reporter: Sendable, Hashable {
        /// The address they are posted to; nil for nowhere.
        public var url: String?
        /// The time between two uploads, in seconds.
        public var intervalSeconds = 60
        /// How long a Reporter keeps them, in days.
        public var retentionDays = 30
    }

    /// The triplet of the license; nil accepts every one.
    public var license: FieldOfUse?
    /// The Streamers whose channels are shown: addresses, networks such as 10.1.0.0/16, or ids; empty for all.
    public var allowedStreamers: [String] = []
    /// Access points and the interface they are met on.
    public var wifi = WiFi()
    /// Where the venue's announcements are heard.
    public var announcements = Announcements()
    /// How much of each channel is kept, in seconds.
    public var historySeconds = 30
    /// Lengths of protection windows.
    public var windows = Windows()
    /// The capture that is read instead of the network; nil for the network.
    public var sourceCapture: String?
    /// Channels nobody announces, as `rtp://GROUP:PORT` or `udp://GROUP:PORT`.
    public var join: [String] = []
    /// What is set for single channels, by channel id.
    public var channels: [String: Channel] = [:]
    /// When the service counts as poor.
    public var quality = Quality()
    /// Where statistics are sent.
    public var reporter = Reporter()
    /// Networks whose groups a reader may ask for, as CIDR.
    public var joinable = ["239.0.0.0/8"]
    /// The server's other settings, as they stand in the file.
    public var server: [String: JSONValue] = [:]
    /// Keys that this version does not know, in the alphabetical order of their paths.
    public var unknown: [UnknownSetting] = []

    /// The defaults: what an empty file sets.
    public init() {}

    /// One line per unknown key, each said once however often it stands in a list; of very many, how many more there are.
    public var warnings: [String] { UnknownSetting.sentences(unknown) }
}
