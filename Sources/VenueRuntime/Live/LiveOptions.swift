public import PacketIO
public import VenueSettings

/// What is wanted of a live venue.
public struct LiveOptions: Sendable {
    /// Where a recording goes.
    public struct Recording: Sendable {
        /// The capture's path; its report is written beside it, with ".report.json" behind the name.
        public var path: String
        /// When a new file is begun; nil for never.
        public var limit: RecordLimit?

        /// A recording at `path`.
        public init(path: String, limit: RecordLimit? = nil) {
            self.path = path
            self.limit = limit
        }
    }

    /// Where datagrams come from.
    public var source: LiveSource
    /// Everything a configuration file can set.
    public var configuration: VenueConfiguration
    /// Bytes that all histories may take together.
    public var memoryLimit: Int
    /// Where every datagram is recorded; nil for nowhere.
    public var recording: Recording?
    /// Where files of file channels are kept; nil for nowhere.
    ///
    /// Whoever made it stops it after the venue.
    public var files: FileStore?
    /// Whether all of a capture is kept, as far as memory lasts, rather than as much as the configuration says.
    public var keepsCapture = true
    /// Told what a person should read, one sentence at a time, from any thread.
    public var log: @Sendable (String) -> Void
    /// Told what somebody who looks for a fault wants to read, such as what is joined and left, from any thread.
    public var trace: @Sendable (String) -> Void = { _ in }

    /// Whether all of what comes is kept.
    var isWhole: Bool {
        if case .capture = source { keepsCapture } else { false }
    }

    /// The memory limit unless another is given.
    public static let usualMemoryLimit = 2 << 30

    /// Options for `source`.
    public init(
        source: LiveSource, configuration: VenueConfiguration = VenueConfiguration(),
        memoryLimit: Int = LiveOptions.usualMemoryLimit, recording: Recording? = nil, files: FileStore? = nil,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.source = source
        self.configuration = configuration
        self.memoryLimit = memoryLimit
        self.recording = recording
        self.files = files
        self.log = log
    }
}
