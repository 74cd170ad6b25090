public import NetworkFormats

/// What one announcement of the venue says of a channel (the JSON's `channel`).
public struct AnnouncedChannel: Hashable, Sendable {
    /// What the channel carries.
    public var kind: ChannelKind
    /// The number of the channel's session, which is also the TSI of data and file channels.
    public var sessionNumber: UInt32
    /// The channel's name in Unicode's normal form C.
    public var name: String
    /// What people are told about it; empty when not said.
    public var text: String
    /// The nominal bandwidth in kbit/s; 0 when not said.
    public var bandwidthKbps: Int
    /// The group and port of the media.
    public var destination: Endpoint
    /// The only sender that is meant (source-specific multicast); nil for any.
    public var source: IPAddress?
    /// How the media is carried.
    public var encoding: AnnouncedEncoding
    /// How it is protected.
    public var protection: AnnouncedProtection

    /// States what a channel is.
    public init(
        kind: ChannelKind, sessionNumber: UInt32, name: String, text: String = "", bandwidthKbps: Int = 0,
        destination: Endpoint, source: IPAddress? = nil, encoding: AnnouncedEncoding,
        protection: AnnouncedProtection = AnnouncedProtection()
    ) {
        self.kind = kind
        self.sessionNumber = sessionNumber
        self.name = name
        self.text = text
        self.bandwidthKbps = bandwidthKbps
        self.destination = destination
        self.source = source
        self.encoding = encoding
        self.protection = protection
    }
}
