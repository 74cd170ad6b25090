public import NetworkFormats

/// One channel of a venue file.
public struct VenueFileChannel: Sendable, Hashable {
    /// What a channel carries and where that comes from.
    public enum Content: Sendable, Hashable {
        /// A transport stream that goes round and round, from `offsetSeconds` behind its beginning.
        case video(path: String, offsetSeconds: Double)
        /// Messages, each sent `repeats` times.
        case data([VenueFileMessage], repeats: Int)
        /// The files of a folder, as they come and change.
        case file(folder: String)
    }

    /// How it is protected.
    public enum Protection: Sendable, Hashable {
        /// Not at all.
        case none
        /// Reed-Solomon windows of `sources` and `repairs` packets; `windowMs` is what is announced, nil for what follows from
        /// the bit rate.
        case reedSolomon(sources: Int, repairs: Int, matrix: String, repairPort: UInt16, windowMs: Int?)
        /// SMPTE 2022-1 with columns and rows.
        case parity(columns: Int, rows: Int)
    }

    /// The key path of the channel in the file, for messages.
    public var path: String
    /// Its name.
    public var name: String
    /// What people are told about it; empty for nothing.
    public var text: String
    /// The number of its session, which is also the TSI of data and file channels.
    public var sessionNumber: UInt32
    /// The Streamer that sends it, as an index of the file's.
    public var streamer: Int
    /// The group and port of its media.
    public var destination: Endpoint
    /// Whether receivers are told the only sender (source-specific multicast).
    public var isSourceSpecific: Bool
    /// The nominal bandwidth in kbit/s; nil for what follows from the content.
    public var bandwidthKbps: Int?
    /// What it carries.
    public var content: Content
    /// How it is protected.
    public var protection: Protection
    /// What the network does to it.
    public var impairment: VenueImpairment
}

/// One entry of a data channel's messages.
public struct VenueFileMessage: Sendable, Hashable {
    /// Where the bytes come from.
    public enum Source: Sendable, Hashable {
        /// A text.
        case text(String)
        /// What an HTTP server answers; sent again only when it has changed.
        case address(String)
        /// The lines of standard input, one message each.
        case standardInput
    }

    /// Where the bytes come from.
    public var source: Source
    /// When it is sent first, in milliseconds from the start.
    public var atMs: Int
    /// How long after that it is sent again and again, in milliseconds; nil for never.
    public var everyMs: Int?

    /// A message of `source`, first at `atMs` and then every `everyMs`.
    public init(source: Source, atMs: Int = 0, everyMs: Int? = nil) {
        self.source = source
        self.atMs = atMs
        self.everyMs = everyMs
    }

    /// The longest message, in bytes.
    public static let sizeLimit = 65_536
}
