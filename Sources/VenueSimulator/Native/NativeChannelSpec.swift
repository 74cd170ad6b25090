public import NetworkFormats
public import Timing
public import VenueWire

/// One channel of a native venue.
public struct NativeChannelSpec: Sendable {
    /// What it carries.
    public enum Content: Sendable {
        /// A transport stream that goes round and round, from its first table at or behind `offset`.
        case video(LoopMaterial, offset: StreamDuration)
        /// Messages, each sent `repeats` times; more can come at any time.
        case data([NativeMessage], repeats: Int)
        /// Files; they can be exchanged at any time.
        case file([NativeFile])
    }

    /// Its name.
    public var name: String
    /// What people are told about it; empty for nothing.
    public var text: String
    /// The number of its session, which is also the TSI of data and file channels.
    public var sessionNumber: UInt32
    /// Who sends it, as an index of the venue's Streamers.
    public var streamer: Int
    /// The group and port of its media.
    public var destination: Endpoint
    /// Whether receivers are told the only sender.
    public var isSourceSpecific: Bool
    /// The nominal bandwidth in kbit/s.
    public var bandwidthKbps: Int
    /// How it is protected.
    public var protection: AnnouncedProtection
    /// What the network does to it.
    public var impairment: Impairment
    /// What it carries.
    public var content: Content

    /// An unprotected channel over a perfect network, sent by the first Streamer, unless told otherwise.
    public init(
        name: String, text: String = "", sessionNumber: UInt32, streamer: Int = 0, destination: Endpoint,
        isSourceSpecific: Bool = false, bandwidthKbps: Int = 0, protection: AnnouncedProtection = AnnouncedProtection(),
        impairment: Impairment = Impairment(), content: Content
    ) {
        self.name = name
        self.text = text
        self.sessionNumber = sessionNumber
        self.streamer = streamer
        self.destination = destination
        self.isSourceSpecific = isSourceSpecific
        self.bandwidthKbps = bandwidthKbps
        self.protection = protection
        self.impairment = impairment
        self.content = content
    }

    /// What announcements call what it carries.
    public var kind: ChannelKind {
        switch content {
        case .video: .video
        case .data: .data
        case .file: .file
        }
    }

    var encoding: AnnouncedEncoding {
        switch content {
        case .video: .rtpTransportStream
        case .data: .alc
        case .file: .flute
        }
    }
}

/// A message of a data channel, as it is planned.
public struct NativeMessage: Hashable, Sendable {
    /// When it is sent first, counted from the start of the venue.
    public var offset: StreamDuration
    /// After which time it is sent as a new message again and again; nil for never.
    public var period: StreamDuration?
    /// What it says.
    public var bytes: [UInt8]

    /// A message of `bytes` at `offset`, and every `period` after that.
    public init(at offset: StreamDuration, every period: StreamDuration? = nil, _ bytes: [UInt8]) {
        self.offset = offset
        self.period = period
        self.bytes = bytes
    }
}

/// A file of a file channel.
public struct NativeFile: Hashable, Sendable {
    /// Its Content-Location, such as "replays/goal.mp4".
    public var uri: String
    /// What is in it.
    public var bytes: [UInt8]

    /// A file of `bytes` at `uri`.
    public init(uri: String, bytes: [UInt8]) {
        self.uri = uri
        self.bytes = bytes
    }
}
